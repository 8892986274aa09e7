import { exportFormatField, exportRowsField, exportTypes } from '#shared/contracts/schema-kit/exports.ts';
import { object, type JsonSchema, type StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import {
  bulkOperationSchema,
  operationSchema,
  reportLineSchema,
} from '#shared/contracts/endpoints/operations.ts';
import type { ProblemCode } from '#shared/errors.ts';
import { answerRef, fileContents, linesOf, listAnswerRef } from './openapi-answers.ts';
import { commonCodes } from './openapi-endpoints.ts';
import {
  fileParameters,
  listParameters,
  pagingParameterRef,
  parameterRef,
  queryParameter,
  type Parameter,
} from './openapi-parameters.ts';
import { json, problemResponses, response } from './openapi-responses.ts';
import { inputSchema, openSchema, partSchemas, propertiesOf, schemaRef } from './openapi-schemas.ts';
import { followUpActs, followUpBodies, type FollowUpAct } from '../operations/follow-up.ts';
import { parkedBodies, type ParkedAct } from '../operations/act-on-parked.ts';
import { operationExport, operationList } from '../operations/operation-list.ts';

const tag = 'Operations';
const recordCodes: readonly ProblemCode[] = [...commonCodes, 'not_found'];
const cancelCodes: readonly ProblemCode[] = [...recordCodes, 'conflict'];
const parkedCodes: readonly ProblemCode[] = [
  ...cancelCodes,
  ...(['malformed_body', 'method_not_allowed', 'payload_too_large'] as const),
  ...(['unsupported_media_type', 'validation_failed'] as const),
];
const followUpCodes: readonly ProblemCode[] = [
  ...parkedCodes,
  ...(['idempotency_key_reused', 'outcome_unknown', 'work_lost', 'record_too_large'] as const),
];
const listCodes: readonly ProblemCode[] = [...commonCodes, 'validation_failed'];

export const operationCodes = { recordCodes, cancelCodes, parkedCodes, followUpCodes, listCodes };

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'As `Location` of a 202, or `id` of an operation, gave it.',
  schema: { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+$' },
};
const common = [parameterRef('AcceptLanguage'), parameterRef('RequestId')];

export const lastEventId: Parameter = {
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
  responses: { 200: response('OK', json(answerRef(operationSchema))), ...problemResponses(recordCodes) },
});

const cancelEndpoint = (): JsonSchema => ({
  operationId: 'operationsCancel',
  summary: 'Cancel what is not done yet',
  description:
    'Work that has not begun never begins. Bulk work stops where it is: what it has done stays done. 409 once the operation is final.',
  ...ofOne,
  responses: {
    200: response('The operation as it ended.', json(answerRef(operationSchema))),
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
        schema: { type: 'string' },
        example: 'id: running-9-2-0\nevent: operation\ndata: {"id":"…","status":"running"}\n\n',
      },
    }),
    204: { description: '`Last-Event-ID` was the last event: do not come again.' },
    ...problemResponses(recordCodes),
  },
});

/** The file's columns depend on the records, so `fields` is free text. */
const reportParameters = (locale: StoreLocale): JsonSchema[] => {
  const { names } = partSchemas(locale);
  const { format, rows } = propertiesOf(
    inputSchema(object({ format: exportFormatField, rows: exportRowsField }), locale),
  );
  return [
    queryParameter(
      'format',
      { ...format, description: 'The report as a file; it wins over `Accept`.' },
      names,
    ),
    queryParameter(
      'fields',
      {
        type: 'string',
        description:
          'Of a spreadsheet: its columns in their order, by comma: `id`, `outcome`, `code`, `message`, the fields that the work may change as `before.status` and `after.status`, and those of the file of the records’ list.',
        example: 'id,outcome,order_number',
      },
      names,
    ),
    queryParameter('rows', rows ?? {}, names),
  ];
};

const reportExample =
  '{"id":1,"outcome":"changed","code":null,"message":null,"before":{"status":"pending"},"after":{"status":"preparing"}}\n' +
  '{"id":2,"outcome":"unchanged","code":null,"message":null,"before":null,"after":null}\n';

const reportEndpoint = (locale: StoreLocale): JsonSchema => ({
  operationId: 'operationsReport',
  summary: 'Read the outcome of each record of bulk work',
  description:
    'One line per record, as NDJSON (each line a `ReportLine`); by `format` or `Accept` as CSV or XLSX, with the changed fields before and after, and the records as they are now, such as a pick list of what was moved to `preparing` (`rows=items`). Of a rehearsal: what it would do.',
  ...ofOne,
  parameters: [id, ...reportParameters(locale), ...common],
  responses: {
    200: response('The report as far as the work is.', {
      'application/x-ndjson': { schema: linesOf(reportLineSchema), example: reportExample },
      'text/csv': {
        schema: { type: 'string' },
        example:
          'ID,Outcome,Reason code,Reason,Status (before),Status (after)\r\n1,changed,,,pending,preparing\r\n',
      },
      [exportTypes.xlsx]: { schema: { type: 'string', format: 'binary' } },
    }),
    ...problemResponses([...recordCodes, 'validation_failed']),
  },
});

const listEndpoint = (locale: StoreLocale): JsonSchema => {
  const { paginate } = propertiesOf(inputSchema(operationList.query, locale));
  const isPaginate = ({ $ref }: JsonSchema) => $ref === pagingParameterRef('paginate')['$ref'];
  const { names } = partSchemas(locale);
  return {
    operationId: 'operationsList',
    summary: 'List the operations of everybody, newest first',
    description:
      'The writes of all callers of the last 7 days that a worker has seen; `note` says why one is parked. `meta.total` is exact up to 10,000 and says no more beyond. Numbered pages reach the 10,000th operation, pages by cursor the very last one.',
    tags: [tag],
    security: [{ bearer: ['admin:read'] }],
    parameters: [
      queryParameter('paginate', paginate ?? {}, names),
      ...listParameters(operationList, locale).filter((parameter) => !isPaginate(parameter)),
      ...fileParameters(operationExport, locale),
      ...common,
    ],
    responses: {
      200: response('OK', { ...json(listAnswerRef(operationSchema)), ...fileContents(operationSchema) }, [
        'Content-Disposition',
      ]),
      ...problemResponses(listCodes),
    },
  };
};

const parkedTexts: Readonly<Record<ParkedAct, { summary: string; description: string; example: object }>> = {
  redrive: {
    summary: 'Try a parked operation again',
    description:
      'Sends its command back to the queue that it came from, once its cause is repaired. Refused with 409 when it is not parked, and without `force` when the record has moved on since or the command is over 7 days old. 202: its outcome takes longer.',
    example: { reason: 'The order was restored' },
  },
  discard: {
    summary: 'Give up a parked operation',
    description: 'For good: it reads `failed` from then on. Refused with 409 when it is not parked.',
    example: { reason: 'The customer has ordered again' },
  },
};

function bodyName(act: ParkedAct): string {
  return act === 'redrive' ? 'OperationsRedriveBody' : 'OperationsDiscardBody';
}

const parkedEndpoint = (act: ParkedAct): JsonSchema => ({
  operationId: act === 'redrive' ? 'operationsRedrive' : 'operationsDiscard',
  summary: parkedTexts[act].summary,
  description: parkedTexts[act].description,
  ...ofOne,
  security: [{ bearer: ['admin'] }],
  requestBody: {
    required: true,
    content: { 'application/json': { schema: schemaRef(bodyName(act)), example: parkedTexts[act].example } },
  },
  responses: {
    200: response('The operation as it ended.', json(answerRef(operationSchema))),
    202: response('It is being done: follow the operation.', json(answerRef(operationSchema)), ['Location']),
    ...problemResponses(parkedCodes),
  },
});

const followUpTexts: Readonly<
  Record<FollowUpAct, { summary: string; description: string; example: object }>
> = {
  apply: {
    summary: 'Do what a rehearsal has shown',
    description:
      'Bulk work on exactly the records of a rehearsal (`dry_run`), each at the version that was rehearsed: one that has moved on is refused by name (`moved_on`). Once, within a day: again is a 409 that names the operation it became. Answered as bulk work is.',
    example: {},
  },
  undo: {
    summary: 'Undo what bulk work changed',
    description:
      'Bulk work of its own, within 7 days: each record that stands as the operation left it is as it was before, deleted ones with their ids; each other is refused by name (`changed_since`). Stock is taken again, or the record is refused (`out_of_stock`). `dry_run` rehearses it. Undoing an undo does it again; what an undo refused may be undone later; with nothing left 409.',
    example: { dry_run: true },
  },
};

const followUpEndpoint = (act: FollowUpAct): JsonSchema => ({
  operationId: act === 'apply' ? 'operationsApply' : 'operationsUndo',
  summary: followUpTexts[act].summary,
  description: followUpTexts[act].description,
  ...ofOne,
  parameters: [id, parameterRef('IdempotencyKey'), parameterRef('Prefer'), ...common],
  security: [{ bearer: ['admin'] }],
  requestBody: {
    required: false,
    content: {
      'application/json': { schema: schemaRef(followUpName(act)), example: followUpTexts[act].example },
    },
  },
  responses: {
    200: response('The operation as it ended.', json(answerRef(bulkOperationSchema))),
    202: response('It is being done: follow the operation.', json(answerRef(bulkOperationSchema)), [
      'Location',
    ]),
    ...problemResponses(followUpCodes),
  },
});

function followUpName(act: FollowUpAct): string {
  return act === 'apply' ? 'OperationsApplyBody' : 'OperationsUndoBody';
}

export function operationBodies(locale: StoreLocale): Record<string, JsonSchema> {
  const acts = Object.keys(parkedBodies) as ParkedAct[];
  return Object.fromEntries([
    ...acts.map((act) => [bodyName(act), openSchema(inputSchema(parkedBodies[act], locale))] as const),
    ...followUpActs.map(
      (act) => [followUpName(act), openSchema(inputSchema(followUpBodies[act], locale))] as const,
    ),
  ]);
}

export function operationPaths(locale: StoreLocale): Record<string, Record<string, JsonSchema>> {
  return {
    '/api/operations/{id}': { get: readEndpoint(), delete: cancelEndpoint() },
    '/api/operations/{id}/events': { get: eventsEndpoint() },
    '/api/operations/{id}/report': { get: reportEndpoint(locale) },
    '/api/operations/{id}/apply': { post: followUpEndpoint('apply') },
    '/api/operations/{id}/undo': { post: followUpEndpoint('undo') },
    '/api/admin/operations': { get: listEndpoint(locale) },
    '/api/admin/operations/{id}/redrive': { post: parkedEndpoint('redrive') },
    '/api/admin/operations/{id}/discard': { post: parkedEndpoint('discard') },
  };
}
