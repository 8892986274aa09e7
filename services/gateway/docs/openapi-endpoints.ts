import { isOnRecord, type AnyWrite } from '#shared/contracts/kit/define.ts';
import { exportOf } from '#shared/contracts/kit/exports.ts';
import type { JsonSchema, StoreLocale } from '#shared/contracts/kit/fields.ts';
import { walkQuery } from '#shared/contracts/kit/list-query.ts';
import { problems, type ProblemCode } from '#shared/contracts/errors.ts';
import { bulkOperationSchema, operationSchema } from '#shared/contracts/endpoints/operations.ts';
import { endpoints, type Endpoint, type ReadEndpoint, type WriteEndpoint } from '../http/routes.ts';
import { answerRef, cursorPageRef, fileContents, listAnswerRef } from './openapi-answers.ts';
import { listParameters, parameterRef, pathParameters, referredParameters } from './openapi-parameters.ts';
import { json, problemResponses, response, type ResponseHeader } from './openapi-responses.ts';
import {
  inputSchema,
  openSchema,
  partSchemas,
  pascal,
  propertiesOf,
  requiredOf,
  resourceName,
  schemaRef,
} from './openapi-schemas.ts';

export const commonCodes: readonly ProblemCode[] = [
  'malformed_query',
  'unauthenticated',
  'forbidden',
  'not_acceptable',
  'request_timeout',
  'too_many_requests',
  'header_too_large',
  'internal_error',
  'unavailable',
];
const writeCodes: readonly ProblemCode[] = [
  'malformed_body',
  'conflict',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
  'record_too_large',
  'idempotency_key_reused',
  'outcome_unknown',
];

export function describeEndpoint(endpoint: Endpoint, locale: StoreLocale): JsonSchema {
  const { id, declared } = endpoint;
  return {
    operationId: camel(id),
    summary: declared.summary,
    description: declared.description,
    tags: [tagOf(declared.path)],
    security: [{ bearer: [declared.scope] }],
    ...(endpoint.kind === 'read' ? readParts(endpoint, locale) : writeParts(endpoint, locale)),
  };
}

/** Returns the codes in the order of `problems`. */
export function codesOf({ kind, declared }: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = [...commonCodes];
  const isOfRecord = declared.path.includes(':') && !(kind === 'write' && declared.pathField !== undefined);
  if (isOfRecord) codes.push('not_found');
  if (kind === 'read') {
    if (declared.mayBeMissing) codes.push('not_found');
    if (declared.list || declared.walked || declared.summed) codes.push('validation_failed');
  } else {
    codes.push(...writeCodes, ...(declared.refuses ?? []));
    // The field `_method` in a form may request a method that the path does not have.
    if (declared.method === 'post') codes.push('method_not_allowed');
    if (isGuarded(declared)) codes.push('precondition_failed');
    if (declared.bulk) codes.push('work_lost');
  }
  const known = Object.keys(problems);
  return codes.sort((a, b) => known.indexOf(a) - known.indexOf(b));
}

/** `/api/admin/profile/order-items/:order_item` → `Admin order items`. */
function tagOf(path: string): string {
  const [, area = '', ...rest] = path.split('/').filter((part) => part !== '');
  const resource = (rest[0] === 'profile' ? rest[1] : rest[0]) ?? '';
  return `${area.charAt(0).toUpperCase()}${area.slice(1)} ${resource.replaceAll('-', ' ')}`;
}

function readParts(endpoint: ReadEndpoint, locale: StoreLocale): JsonSchema {
  const { declared } = endpoint;
  const isTagged = isVersioned(declared) && !declared.list && !declared.walked && !declared.summed;
  const file = exportOf(declared);
  const narrowed = declared.list ?? declared.summed;
  const list = narrowed ? listParameters(narrowed, locale) : [];
  const content = json(readAnswerRef(endpoint));
  const headers: ResponseHeader[] = [
    'Content-Language',
    ...(isTagged ? ['ETag' as const] : []),
    ...(file || declared.file ? ['Content-Disposition' as const] : []),
  ];
  return {
    parameters: [
      ...pathParameters(declared.path, declared.exampleIds),
      ...list,
      ...(declared.walked ? referredParameters(walkQuery, locale) : []),
      ...(file ? referredParameters(file.query, locale) : []),
      ...(isTagged ? [parameterRef('IfNoneMatch')] : []),
      ...commonParameters,
    ],
    responses: {
      200: response('OK', { ...content, ...(file && fileContents(declared.answers)) }, headers),
      ...(isTagged && { 304: response('Nothing has changed.', null, ['ETag', 'Content-Language']) }),
      ...problemResponses(codesOf(endpoint)),
    },
  };
}

function readAnswerRef({ declared: { list, walked, summed, answers } }: ReadEndpoint): JsonSchema {
  if (summed) return schemaRef(resourceName(answers));
  if (walked) return cursorPageRef(answers);
  return list ? listAnswerRef(answers) : answerRef(answers);
}

function writeParts(endpoint: WriteEndpoint, locale: StoreLocale): JsonSchema {
  const { declared } = endpoint;
  const schema = bodySchema(declared, locale);
  const body = bodyName(endpoint, schema);
  const { pathField: name } = declared;
  const { [name ?? '']: inPath, ...example } = declared.example;
  const text =
    name === undefined
      ? undefined
      : { name, schema: propertiesOf(inputSchema(declared.body, locale))[name] ?? {}, example: inPath };
  return {
    parameters: [
      ...pathParameters(declared.path, declared.exampleIds, text),
      ...(declared.bulk || declared.rehearsed ? [dryRun] : []),
      ...(isGuarded(declared) ? [parameterRef('IfMatch')] : []),
      parameterRef('IdempotencyKey'),
      parameterRef('Prefer'),
      ...commonParameters,
    ],
    ...(body !== null && { requestBody: requestBody(body, schema, example) }),
    responses: {
      [declared.status]: success(declared),
      ...(declared.mayCreate && { 201: success({ ...declared, status: 201 }) }),
      // If a write responds with 200, its rehearsal (a dry run) has the same response.
      ...(declared.rehearsed && declared.status !== 200 && { '2XX': rehearsal(declared.rehearsed) }),
      202: response(
        'Accepted, but not done within the wait, or sent with `Prefer: respond-async`. The operation is at `Location`.',
        json(answerRef(declared.bulk ? bulkOperationSchema : operationSchema)),
        ['Location', 'Preference-Applied'],
      ),
      ...problemResponses(codesOf(endpoint)),
    },
  };
}

const dryRun: JsonSchema = {
  name: 'dry_run',
  in: 'query',
  description: 'Rehearse: the same response, but nothing is changed.',
  schema: { type: 'boolean' },
};
export const commonParameters = [parameterRef('AcceptLanguage'), parameterRef('RequestId')];

function success(declared: AnyWrite): JsonSchema {
  const { status, answers, bulk } = declared;
  const headers: ResponseHeader[] = ['Idempotency-Replayed', 'Preference-Applied'];
  if (answers === null) return response('Done.', null, headers);
  if (bulk) return response('Finished: the operation with its counts.', json(answerRef(answers)), headers);
  if (status === 201) headers.push('Location');
  if (isVersioned(declared)) headers.push('ETag');
  return response(status === 201 ? 'Created' : 'OK', json(answerRef(answers)), [
    ...headers,
    'Content-Language',
  ]);
}

/** The response to `dry_run`. Its key is `2XX`, so that generators that support only one response use that of the real write. */
function rehearsal(answers: JsonSchema): JsonSchema {
  const description = '200, with `dry_run`: the record as it would be. Nothing was changed.';
  return response(description, json(answerRef(answers)), ['Content-Language']);
}

export function requestBody(name: string, schema: JsonSchema, example: AnyWrite['example']): JsonSchema {
  return {
    // A change may omit every field, unless the schema's `not` requires at least one field.
    required: requiredOf(schema).length > 0 || 'not' in schema,
    // Lists only JSON, because generators write two models for a body with two content types. Bodies may also be forms, which
    // the document's introduction describes.
    content: { 'application/json': { schema: schemaRef(name), example } },
  };
}

/** The result is keyed by the schema's name. It is empty when the endpoint accepts no fields. */
export function bodySchemas(endpoint: Endpoint, locale: StoreLocale): Record<string, JsonSchema> {
  if (endpoint.kind === 'read') return {};
  const schema = bodySchema(endpoint.declared, locale);
  const name = bodyName(endpoint, schema);
  if (name === null) return {};
  const { names } = partSchemas(locale);
  return { [name]: openSchema(schema, names) };
}

function bodySchema({ body, crossFieldSchema, pathField }: AnyWrite, locale: StoreLocale): JsonSchema {
  const schema = inputSchema(body, locale);
  const properties = Object.entries(propertiesOf(schema)).filter(([name]) => name !== pathField);
  const required = requiredOf(schema).filter((name) => name !== pathField);
  return {
    ...schema,
    ...(pathField !== undefined && { properties: Object.fromEntries(properties), required }),
    ...crossFieldSchema,
  };
}

function bodyName({ id }: WriteEndpoint, schema: JsonSchema): string | null {
  return Object.keys(propertiesOf(schema)).length === 0 ? null : bodyNameOf(id);
}

/** `orders.bulk-update` → `OrdersBulkUpdateBody`. */
export function bodyNameOf(id: string): string {
  return `${pascal(id)}Body`;
}

/** Whether the response has a version, and therefore an ETag. */
function isVersioned({ answers, composed }: Pick<AnyWrite, 'answers' | 'composed'>): boolean {
  return composed === true || (answers !== null && Object.hasOwn(propertiesOf(answers), 'updated_at'));
}

/** Whether the write accepts `If-Match`: its path also serves a record with a version, or it changes a part of such a record. */
export function isGuarded(declared: AnyWrite): boolean {
  const { method, path, composed } = declared;
  if (method === 'post') return isOnRecord(declared);
  if (composed) return true;
  return endpoints.some(
    ({ declared }) => declared.method === 'get' && declared.path === path && isVersioned(declared),
  );
}

/** `own-orders.list` → `ownOrdersList`. */
export function camel(id: string): string {
  return id.replaceAll(/[.-](\w)/g, (_match, letter: string) => letter.toUpperCase());
}
