import { catalogContract } from '#shared/contracts/endpoints/catalog-service.ts';
import { ordersContract } from '#shared/contracts/endpoints/orders-service.ts';
import { webhooksContract } from '#shared/contracts/endpoints/webhooks-service.ts';
import type { JsonSchema, StoreLocale } from '#shared/contracts/kit/fields.ts';
import { codesOfLocal, describeLocal, localBodies } from './openapi-locals.ts';
import { bodySchemas, codesOf, describeEndpoint } from './openapi-endpoints.ts';
import { exportParameters, headerParameters, pagingParameters, templateOf } from './openapi-parameters.ts';
import { problemComponents, problemExamples, responseHeaders } from './openapi-responses.ts';
import { answerSchemas } from './openapi-answers.ts';
import { partSchemas, resourceSchemas } from './openapi-schemas.ts';
import { endpoints, locals } from '../http/routes.ts';

/** Every tag, in the document's order. `tagOf` derives the tag of an endpoint from its path, others declare theirs. */
const tagDescriptions: Readonly<Record<string, string>> = {
  ...catalogContract.sections,
  ...ordersContract.sections,
  ...webhooksContract.sections,
  Events: 'What happened to which record, for those who follow the store.',
  Operations: 'What became of a write, and of each record of bulk work.',
};

type Schemas = Record<string, JsonSchema>;

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: JsonSchema;
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, Record<string, JsonSchema>>;
}

/** Generated from the same declarations that validate, route and forward requests. */
export function openApiDocument(options: {
  serverUrl: string;
  version: string;
  locale: StoreLocale;
}): OpenApiDocument {
  const { locale } = options;
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of [...endpoints, ...locals]) {
    const { path, method } = endpoint.declared;
    (paths[templateOf(path)] ??= {})[method] =
      endpoint.kind === 'local' ? describeLocal(endpoint, locale) : describeEndpoint(endpoint, locale);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Storefront', version: options.version, description: introduction(locale) },
    servers: [{ url: options.serverUrl }],
    tags: Object.entries(tagDescriptions).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: {
        ...resourceSchemas(),
        ...answerSchemas(endpoints, locals),
        ...partSchemas(locale).schemas,
        ...localBodies(locals, locale),
        ...(Object.assign({}, ...endpoints.map((endpoint) => bodySchemas(endpoint, locale))) as Schemas),
      },
      parameters: { ...headerParameters, ...pagingParameters(locale), ...exportParameters(locale) },
      headers: responseHeaders,
      responses: Object.assign(
        {},
        ...endpoints.map((endpoint) => problemComponents(codesOf(endpoint))),
        ...locals.map(({ declared }) => problemComponents(codesOfLocal(declared))),
      ) as Record<string, JsonSchema>,
      examples: problemExamples(),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Scopes: `admin`, `admin:read` (within `admin`), `client`.',
        },
      },
    },
  };
}

function introduction({ currencyDecimals, timeZone }: StoreLocale): string {
  const decimals = currencyDecimals === 1 ? '1 decimal' : `${currencyDecimals} decimals`;
  return `The store's API for admin apps (\`/api/admin\`) and shop apps (\`/api/client\`).

**Access.** \`Authorization: Bearer <JWT>\` with the scope that each operation names; \`admin\` covers
\`admin:read\`. A client token sees and changes only what is its user's.

**Bodies** are JSON. Forms (urlencoded, or multipart without files) are taken as well, with bracket names:
\`en[name]=…\`, \`items[0][product_id]=…\`, \`ids=1,2\`. Unknown fields are ignored. In forms and JSON alike an empty
text is null, and numbers and booleans may be text. \`PATCH\` is the same as \`PUT\`: send the fields that change. A POST
with \`_method=PUT\` or \`DELETE\` (field, query or \`X-HTTP-Method-Override\`) is that method.

**Values.** Texts are trimmed, of characters that show nothing too. Money has up to ${decimals}; more is refused, never rounded. Dates without an offset are in
${timeZone}; answers are in UTC.

**Lists.** Without \`paginate\` every match comes at once; \`paginate=true\` gives numbered pages, \`paginate=cursor\`
pages that stay right while records come in. In place of a
record that is damaged in the database a list has an \`UnreadableRecord\`. \`filters[…]\` and \`search\` narrow, \`sort=-created_at,id\` sorts.

**Writes** wait for their outcome (\`Prefer: wait=N\`). What takes longer answers 202 with an operation to follow
at \`Location\`; it is safe by then and will be done. Send an \`Idempotency-Key\` and repeat freely: the same key never
does a thing twice. \`If-Match\` with the ETag that you read keeps you from overwriting another person’s change.

**Refusals** have one shape; decide by \`code\`. [Every code and its remedy](/docs/errors).

**Change** is by addition only: new fields, parameters and operations may appear, so ignore what you don't know.`;
}
