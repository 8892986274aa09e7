import { catalogContract } from '#shared/contracts/endpoints/catalog-service.ts';
import { ordersContract } from '#shared/contracts/endpoints/orders-service.ts';
import { webhooksContract } from '#shared/contracts/endpoints/webhooks-service.ts';
import type { JsonSchema, StoreLocale } from '#shared/contracts/kit/fields.ts';
import { endpoints, locals } from '../http/routes.ts';
import { codesOfLocal, describeLocal, localBodies } from './openapi-locals.ts';
import { bodySchemas, codesOf, describeEndpoint } from './openapi-endpoints.ts';
import { headerParameters, sharedParameters, templateOf } from './openapi-parameters.ts';
import { problemComponents, problemExamples, responseHeaders } from './openapi-responses.ts';
import { answerSchemas } from './openapi-answers.ts';
import { partSchemas, resourceSchemas } from './openapi-schemas.ts';

/**
 * Every tag, in the document's order. `tagOf` derives an endpoint's tag from its path. Endpoints that the gateway itself serves
 * declare their tags.
 */
const tagDescriptions: Readonly<Record<string, string>> = {
  ...catalogContract.sections,
  ...ordersContract.sections,
  ...webhooksContract.sections,
  Events: 'Every change of every record, as a feed.',
  Operations: 'The outcome of a write, and of each record of bulk work.',
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
      parameters: { ...headerParameters, ...sharedParameters(locale) },
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

**Access.** Send \`Authorization: Bearer <JWT>\` with the scope that the operation requires; \`admin\` includes
\`admin:read\`. A client token can read and change only the data of its own user.

**Bodies** are JSON. Forms (urlencoded, or multipart without files) are accepted too, with bracket names:
\`en[name]=…\`, \`items[0][product_id]=…\`, \`ids=1,2\`. Unknown fields are ignored. Empty text means null, and numbers
and booleans may be text. \`PATCH\` is the same as \`PUT\`: send the fields that change. A POST with \`_method=PUT\` or
\`DELETE\` (field, query or \`X-HTTP-Method-Override\`) is treated as that method.

**Values.** Texts are trimmed. Money has up to ${decimals}; more is an error, and values are never rounded. Dates
without an offset are in ${timeZone}; responses are in UTC.

**Lists.** Without \`paginate\` the response has every match. \`paginate=true\` returns numbered pages, and
\`paginate=cursor\` pages that new records do not shift. A record that is damaged in the database appears as an
\`UnreadableRecord\`. \`filters[…]\` and \`search\` narrow a list; \`sort=-created_at,id\` sorts it.

**Writes** wait for their outcome (\`Prefer: wait=N\`). If it takes longer, the response is 202 with an operation at
\`Location\`: the store has accepted the write and will do it. Send an \`Idempotency-Key\`, and you can retry safely:
the same key never does anything twice. \`If-Match\` with the ETag that you read prevents you from overwriting
another person’s change.

**Errors** have one shape; decide by \`code\`. [Every code and its remedy](/docs/errors).

**Changes** only add: new fields, parameters and operations may appear, so ignore those that you don't know.`;
}
