import type { JsonSchema, StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { eventCodes, eventPaths } from './openapi-events.ts';
import { operationBodies, operationCodes, operationPaths } from './openapi-operations.ts';
import { bodySchemas, codesOf, describeEndpoint, tagOf } from './openapi-endpoints.ts';
import { exportParameters, headerParameters, pagingParameters, templateOf } from './openapi-parameters.ts';
import { problemComponents, problemExamples, responseHeaders } from './openapi-responses.ts';
import { answerSchemas } from './openapi-answers.ts';
import { partSchemas, resourceSchemas } from './openapi-schemas.ts';
import { introduction } from './openapi-introduction.ts';
import { describeTag } from './openapi-tags.ts';
import { endpoints } from '../routes.ts';

type Schemas = Record<string, JsonSchema>;

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: JsonSchema;
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, JsonSchema>>;
  components: Record<string, Record<string, JsonSchema>>;
}

/** The whole API as OpenAPI 3.1, generated from the same declarations that validate, route and forward requests. Pure. */
export function openApiDocument(options: {
  serverUrl: string;
  version: string;
  locale: StoreLocale;
}): OpenApiDocument {
  const { locale } = options;
  const paths: OpenApiDocument['paths'] = {};
  for (const endpoint of endpoints) {
    const { path, method } = endpoint.declared;
    (paths[templateOf(path)] ??= {})[method] = describeEndpoint(endpoint, locale);
  }
  Object.assign(paths, operationPaths(locale), eventPaths(locale));
  const tags = new Set([...endpoints.map(({ declared }) => tagOf(declared.path)), 'Events', 'Operations']);
  return {
    openapi: '3.1.0',
    info: { title: 'Storefront', version: options.version, description: introduction(locale) },
    servers: [{ url: options.serverUrl }],
    tags: [...tags].map(describeTag),
    paths,
    components: {
      schemas: {
        ...resourceSchemas(),
        ...answerSchemas(endpoints),
        ...partSchemas(locale).schemas,
        ...operationBodies(locale),
        ...(Object.assign({}, ...endpoints.map((endpoint) => bodySchemas(endpoint, locale))) as Schemas),
      },
      parameters: { ...headerParameters, ...pagingParameters(locale), ...exportParameters(locale) },
      headers: responseHeaders,
      responses: Object.assign(
        {},
        ...endpoints.map((endpoint) => problemComponents(codesOf(endpoint))),
        ...Object.values(operationCodes).map(problemComponents),
        problemComponents(eventCodes),
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
