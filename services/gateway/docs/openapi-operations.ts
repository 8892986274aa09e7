import type { JsonSchema } from '#shared/contracts/schema-kit/fields.ts';
import { operationSchema } from '#shared/contracts/endpoints/resource-schemas.ts';
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

/** `/api/operations/…`, the endpoints that the gateway itself answers: what became of a write. */
export function operationPaths(): Record<string, Record<string, JsonSchema>> {
  const one = { tags: [tag], security: [{ bearer: [] }], parameters: [id, ...common] };
  const pageParameters = Object.entries(propertiesOf(inputSchema(operationsQuery)));
  return {
    '/api/operations/{id}': {
      get: {
        operationId: 'operationsRead',
        summary: 'Read what became of a write',
        description: 'For its own caller and for admins. Operations are kept for 7 days.',
        ...one,
        responses: { 200: response('OK', json(wrapped(operationSchema))), ...problemResponses(recordCodes) },
      },
      delete: {
        operationId: 'operationsCancel',
        summary: 'Cancel what is not done yet',
        ...one,
        responses: {
          200: response('The operation as it ended.', json(wrapped(operationSchema))),
          ...problemResponses(cancelCodes),
        },
      },
    },
    '/api/operations/{id}/events': {
      get: {
        operationId: 'operationsEvents',
        summary: 'Follow a write as server-sent events',
        description:
          'An `operation` event whenever it changes, its data the operation; ends when it is final.',
        ...one,
        responses: {
          200: response('A stream of events.', {
            'text/event-stream': { example: 'event: operation\ndata: {"id":"…","status":"running"}\n\n' },
          }),
          ...problemResponses(recordCodes),
        },
      },
    },
    '/api/operations/{id}/report': {
      get: {
        operationId: 'operationsReport',
        summary: 'Read the outcome of each record of bulk work',
        description: 'One line per record, as NDJSON or, by `Accept`, as CSV with the same columns.',
        ...one,
        responses: {
          200: response('The report as far as the work is.', {
            'application/x-ndjson': { schema: reportLine },
            'text/csv': { schema: { type: 'string' }, example: 'id,outcome,code,message\r\n1,changed,,\r\n' },
          }),
          ...problemResponses(recordCodes),
        },
      },
    },
    '/api/admin/operations': {
      get: {
        operationId: 'operationsList',
        summary: 'List the operations of everybody, newest first',
        tags: [tag],
        security: [{ bearer: ['admin:read'] }],
        parameters: [...pageParameters.map(([name, schema]) => queryParameter(name, schema)), ...common],
        responses: { 200: response('OK', json(pageAnswer(operationSchema))), ...problemResponses(listCodes) },
      },
    },
  };
}
