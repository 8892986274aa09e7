import type { JsonSchema } from '#shared/contracts/schema-kit/fields.ts';
import { operationSchema } from '#shared/contracts/endpoints/operations.ts';
import type { ProblemCode } from '#shared/errors.ts';
import { inputSchema, propertiesOf } from './openapi-bodies.ts';
import { commonCodes } from './openapi-endpoints.ts';
import { parameterRef, queryParameter } from './openapi-parameters.ts';
import type { Parameter } from './openapi-parameters.ts';
import { json, problemResponses, response } from './openapi-responses.ts';
import { pageAnswer, wrapped } from './openapi-schemas.ts';
import { operationsQuery } from '../operations/list-operations.ts';

const tag = 'Operations';
const recordCodes: readonly ProblemCode[] = [...commonCodes, 'not_found'];
const cancelCodes: readonly ProblemCode[] = [...recordCodes, 'conflict'];
const listCodes: readonly ProblemCode[] = [...commonCodes, 'validation_failed'];

/** The refusals of each path below. */
export const operationCodes = { recordCodes, cancelCodes, listCodes };

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'As `Location` of a 202, or `id` of an operation, gave it.',
  schema: { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+$' },
};
const reportLine: JsonSchema = {
  type: 'object',
  description: 'One line of the stream.',
  properties: {
    id: { type: 'integer' },
    outcome: { type: ['string', 'null'], description: 'null: not reached yet.' },
    code: { type: ['string', 'null'] },
    message: { type: ['string', 'null'] },
  },
  required: ['id', 'outcome', 'code', 'message'],
};
const common = [parameterRef('AcceptLanguage'), parameterRef('RequestId')];

const lastEventId: Parameter = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The `id` of the last event that was received; `EventSource` sends it by itself.',
  schema: { type: 'string' },
};
const ofOne = { tags: [tag], security: [{ bearer: [] }], parameters: [id, ...common] };

const readEndpoint = (): JsonSchema => ({
  operationId: 'operationsRead',
  summary: 'Read what became of a write',
  description:
    'For its own caller and for admins. Operations are kept for 7 days. `unknown`: after a minute no queue and no worker knows it; retry the request with the same `Idempotency-Key`.',
  ...ofOne,
  responses: { 200: response('OK', json(wrapped(operationSchema))), ...problemResponses(recordCodes) },
});

const cancelEndpoint = (): JsonSchema => ({
  operationId: 'operationsCancel',
  summary: 'Cancel what is not done yet',
  ...ofOne,
  responses: {
    200: response('The operation as it ended.', json(wrapped(operationSchema))),
    ...problemResponses(cancelCodes),
  },
});

const eventsEndpoint = (): JsonSchema => ({
  operationId: 'operationsEvents',
  summary: 'Follow a write as server-sent events',
  description:
    'An `operation` event whenever it changes, its data the operation; ends when it is final or `unknown`, with the token, or after an hour.',
  ...ofOne,
  parameters: [id, lastEventId, ...common],
  responses: {
    200: response('A stream of events.', {
      'text/event-stream': {
        example: 'id: running-9-2-0\nevent: operation\ndata: {"id":"…","status":"running"}\n\n',
      },
    }),
    204: { description: '`Last-Event-ID` was the last event: do not come again.' },
    ...problemResponses(recordCodes),
  },
});

const reportEndpoint = (): JsonSchema => ({
  operationId: 'operationsReport',
  summary: 'Read the outcome of each record of bulk work',
  description: 'One line per record, as NDJSON or, by `Accept`, as CSV with the same columns.',
  ...ofOne,
  responses: {
    200: response('The report as far as the work is.', {
      'application/x-ndjson': { schema: reportLine },
      'text/csv': { schema: { type: 'string' }, example: 'id,outcome,code,message\r\n1,changed,,\r\n' },
    }),
    ...problemResponses(recordCodes),
  },
});

const listEndpoint = (): JsonSchema => {
  const query = Object.entries(propertiesOf(inputSchema(operationsQuery)));
  return {
    operationId: 'operationsList',
    summary: 'List the operations of everybody, newest first',
    tags: [tag],
    security: [{ bearer: ['admin:read'] }],
    parameters: [...query.map(([name, schema]) => queryParameter(name, schema)), ...common],
    responses: { 200: response('OK', json(pageAnswer(operationSchema))), ...problemResponses(listCodes) },
  };
};

/** `/api/operations/…`, the endpoints that the gateway itself answers: what became of a write. */
export function operationPaths(): Record<string, Record<string, JsonSchema>> {
  return {
    '/api/operations/{id}': { get: readEndpoint(), delete: cancelEndpoint() },
    '/api/operations/{id}/events': { get: eventsEndpoint() },
    '/api/operations/{id}/report': { get: reportEndpoint() },
    '/api/admin/operations': { get: listEndpoint() },
  };
}
