import type { AnyLocal, LocalResponse } from '#shared/contracts/kit/define.ts';
import type { JsonSchema, StoreLocale } from '#shared/contracts/kit/fields.ts';
import { mapValues } from '#shared/contracts/kit/json-values.ts';
import type { ProblemCode } from '#shared/contracts/errors.ts';
import type { LocalEndpoint } from '../http/routes.ts';
import { answerRef, fileContents, listAnswerRef } from './openapi-answers.ts';
import { bodyNameOf, camel, commonCodes, commonParameters, requestBody } from './openapi-endpoints.ts';
import {
  lastEventId,
  listParameters,
  parameterRef,
  pathParameter,
  queryParameters,
  referredParameters,
} from './openapi-parameters.ts';
import { json, problemResponses, response } from './openapi-responses.ts';
import { inputSchema, openSchema } from './openapi-schemas.ts';

export function codesOfLocal({ path, method, query, list, body, refuses = [] }: AnyLocal): ProblemCode[] {
  const codes = [...commonCodes];
  if (path.includes(':')) codes.push('not_found');
  if (body) codes.push('malformed_body', 'payload_too_large', 'unsupported_media_type');
  // The field `_method` in a form may request a method that the path does not have.
  if (method === 'post') codes.push('method_not_allowed');
  if (query || list || body) codes.push('validation_failed');
  return [...codes, ...refuses];
}

export function describeLocal({ id, declared }: LocalEndpoint, locale: StoreLocale): JsonSchema {
  const { summary, description, tag, scope, body, example = {}, responses } = declared;
  return {
    operationId: camel(id),
    summary,
    description,
    tags: [tag],
    security: [{ bearer: scope === null ? [] : [scope] }],
    parameters: parametersOf(declared, locale),
    ...(body && { requestBody: requestBody(bodyNameOf(id), inputSchema(body, locale), example) }),
    responses: {
      ...mapValues(responses, (one) => responseOf(one, declared)),
      ...problemResponses(codesOfLocal(declared)),
    },
  };
}

function parametersOf(declared: AnyLocal, locale: StoreLocale): JsonSchema[] {
  const { params = {}, query, list, export: file, streams, bulk } = declared;
  return [
    ...Object.entries(params as Record<string, JsonSchema>).map(([name, schema]) =>
      pathParameter(name, schema),
    ),
    ...(query ? queryParameters(query, locale) : []),
    ...(list ? listParameters(list, locale) : []),
    ...(file ? referredParameters(file.query, locale) : []),
    ...(streams ? [lastEventId] : []),
    ...(bulk ? [parameterRef('IdempotencyKey'), parameterRef('Prefer')] : []),
    ...commonParameters,
  ];
}

function responseOf(
  { description, answers, content, headers = [] }: LocalResponse,
  { list, export: file }: AnyLocal,
): JsonSchema {
  if (!answers && !content) return { description };
  const forms = {
    ...(answers && json(list ? listAnswerRef(answers) : answerRef(answers))),
    ...(answers && file && fileContents(answers)),
    ...mapValues(content ?? {}, (form) => openSchema(form)),
  };
  return response(description, forms, [...headers]);
}

/** Bulk work comes last. Keep this order, because generated clients list their types in the document's order. */
export function localBodies(
  locals: readonly LocalEndpoint[],
  locale: StoreLocale,
): Record<string, JsonSchema> {
  const ordered = [
    ...locals.filter(({ declared }) => !declared.bulk),
    ...locals.filter(({ declared }) => declared.bulk),
  ];
  return Object.fromEntries(
    ordered.flatMap(({ id, declared: { body } }) =>
      body ? [[bodyNameOf(id), openSchema(inputSchema(body, locale))]] : [],
    ),
  );
}
