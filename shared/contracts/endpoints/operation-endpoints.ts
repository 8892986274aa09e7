import { exportFormatField, exportOfRecords, exportRowsField, exportTypes } from '../kit/exports.ts';
import { local } from '../kit/define.ts';
import {
  describe,
  field,
  nullable,
  object,
  required,
  sometimes,
  type Field,
  type JsonSchema,
} from '../kit/fields.ts';
import { flag, noneOf, text, word } from '../kit/field-kinds.ts';
import { dateFilter, inOneText } from '../kit/filter-kinds.ts';
import { listOf, pagingFields } from '../kit/list-query.ts';
import { catalogWrites } from './catalog-service.ts';
import { ordersWrites } from './orders-service.ts';
import { webhooksWrites } from './webhooks-service.ts';
import {
  bulkOperationSchema,
  operationSchema,
  operationStatuses,
  reportLineSchema,
  type OperationStatus,
} from './operations.ts';

/** Numbered pages show only this many operations, because each service has to read all operations before a page. */
export const deepestRow = 10_000;

const types = Object.keys({ ...catalogWrites, ...ordersWrites, ...webhooksWrites });

export const operationList = listOf({
  filters: {
    status: statusFilter(),
    type: describe(word(types), 'The write that it is.'),
    owner: describe(text({ max: 300 }), 'Whose it is: `admin:layla`, `client:7`.'),
    created_at: dateFilter(),
  },
  searchable: [],
  sortable: ['created_at'],
  paginate: describe(
    pagingFields.paginate,
    `Pages with links and meta, up to the ${deepestRow}th operation; cursor: cursor pages, to the very last one.`,
  ),
});

export const operationExport = exportOfRecords(operationSchema);

/** One status, or several separated by commas. */
function statusFilter(): Field<readonly OperationStatus[]> {
  const name = `(${operationStatuses.join('|')})`;
  return field({
    schema: {
      type: 'string',
      pattern: `^${name}(, *${name})*$`,
      description: `${operationStatuses.join(', ')}; several by comma. Work that no worker has seen is in no list.`,
    },
    read: (value) => {
      const names = new Set(
        String(inOneText(value))
          .toLowerCase()
          .split(',')
          .map((one) => one.trim()),
      );
      const known = operationStatuses.filter((status) => names.has(status));
      return known.length === names.size ? { value: known } : noneOf(operationStatuses);
    },
  });
}

const reason = () => describe(required(text({ max: 500 })), 'Why; kept with who did it.');
const ended = (answers: JsonSchema) => ({ description: 'The operation as it ended.', answers });
const endedOrAccepted = (answers: JsonSchema) => ({
  200: ended(answers),
  202: { description: 'It is being done: follow the operation.', answers, headers: ['Location'] } as const,
});

/** Endpoints for any caller with a token. Only an operation's own caller and admins see it; for others it does not exist. */
const ofOperation = {
  tag: 'Operations',
  scope: null,
  params: {
    id: {
      description: 'As `Location` of a 202, or `id` of an operation, gave it.',
      type: 'string',
      pattern: '^[\\w-]+\\.[\\w-]+$',
    },
  },
} as const;
const followUp = {
  ...ofOperation,
  method: 'post',
  scope: 'admin',
  hidden: true,
  bulk: true,
  responses: endedOrAccepted(bulkOperationSchema),
  refuses: ['conflict', 'idempotency_key_reused', 'outcome_unknown', 'work_lost', 'record_too_large'],
} as const;
const ofParked = {
  ...ofOperation,
  method: 'post',
  scope: 'admin',
  responses: endedOrAccepted(operationSchema),
  refuses: ['conflict'],
} as const;

/** The file's columns depend on the records, so `fields` is free text, and the gateway reads the query for each report. */
const reportQuery = object({
  format: describe(exportFormatField, 'The report as a file; it wins over `Accept`.'),
  fields: field<string>({
    schema: {
      type: 'string',
      description:
        'Of a spreadsheet: its columns in their order, by comma: `id`, `outcome`, `code`, `message`, the fields that the work may change as `before.status` and `after.status`, and those of the file of the records’ list.',
      example: 'id,outcome,order_number',
    },
    read: (value) => ({ value: String(value) }),
  }),
  rows: exportRowsField,
});

const reportExample =
  '{"id":1,"outcome":"changed","code":null,"message":null,"before":{"status":"pending"},"after":{"status":"preparing"}}\n' +
  '{"id":2,"outcome":"unchanged","code":null,"message":null,"before":null,"after":null}\n';

const ownLocals = {
  'operations.read': local({
    ...ofOperation,
    method: 'get',
    path: '/api/operations/:id',
    summary: 'Read what became of a write',
    description:
      'For its own caller and for admins. Operations are kept for 7 days. `unknown`: after a minute no queue and no worker knows it; retry the request with the same `Idempotency-Key`.',
    responses: { 200: { description: 'OK', answers: operationSchema } },
  }),
  'operations.cancel': local({
    ...ofOperation,
    method: 'delete',
    path: '/api/operations/:id',
    summary: 'Cancel what is not done yet',
    description:
      'Work that has not begun never begins. Bulk work stops where it is: what it has done stays done. 409 once the operation is final.',
    responses: { 200: ended(operationSchema) },
    refuses: ['conflict'],
  }),
  'operations.events': local({
    ...ofOperation,
    method: 'get',
    path: '/api/operations/:id/events',
    summary: 'Follow a write as server-sent events',
    description:
      'An `operation` event whenever it changes, its data the operation; ends when it is final or `unknown`, with the token, or after an hour.',
    streams: true,
    responses: {
      200: {
        description: 'A stream of events.',
        content: {
          'text/event-stream': {
            schema: { type: 'string' },
            example: 'id: running-9-2-0\nevent: operation\ndata: {"id":"…","status":"running"}\n\n',
          },
        },
      },
      204: { description: '`Last-Event-ID` was the last event: do not come again.' },
    },
  }),
  'operations.report': local({
    ...ofOperation,
    method: 'get',
    path: '/api/operations/:id/report',
    summary: 'Read the outcome of each record of bulk work',
    description:
      'One line per record, as NDJSON (each line a `ReportLine`); by `format` or `Accept` as CSV or XLSX, with the changed fields before and after, and the records as they are now, such as a pick list of what was moved to `preparing` (`rows=items`). Of a rehearsal: what it would do.',
    query: reportQuery,
    responses: {
      200: {
        description: 'The report as far as the work is.',
        content: {
          // OpenAPI can't describe NDJSON to generators, so the type is text and `contentSchema` describes the lines.
          [exportTypes.ndjson]: {
            schema: {
              type: 'string',
              contentMediaType: exportTypes.ndjson,
              contentSchema: { type: 'array', items: reportLineSchema },
            },
            example: reportExample,
          },
          'text/csv': {
            schema: { type: 'string' },
            example:
              'ID,Outcome,Reason code,Reason,Status (before),Status (after)\r\n1,changed,,,pending,preparing\r\n',
          },
          [exportTypes.xlsx]: { schema: { type: 'string', format: 'binary' } },
        },
      },
    },
  }),
};

/** Endpoints that start bulk work on the records of an earlier operation. */
export const followUpLocals = {
  'operations.apply': local({
    ...followUp,
    path: '/api/operations/:id/apply',
    summary: 'Do what a rehearsal has shown',
    description:
      'Bulk work on exactly the records of a rehearsal (`dry_run`), each at the version that was rehearsed: one that has moved on is refused by name (`moved_on`). Once, within a day: again is a 409 that names the operation it became. Answered as bulk work is.',
    body: object({}),
    example: {},
  }),
  'operations.undo': local({
    ...followUp,
    path: '/api/operations/:id/undo',
    summary: 'Undo what bulk work changed',
    description:
      'Bulk work of its own, within 7 days: each record that stands as the operation left it is as it was before, deleted ones with their ids; each other is refused by name (`changed_since`). Stock is taken again, or the record is refused (`out_of_stock`). `dry_run` rehearses it. Undoing an undo does it again; what an undo refused may be undone later; with nothing left 409.',
    body: object({ dry_run: nullable(flag()) }),
    example: { dry_run: true },
  }),
};

const adminLocals = {
  'operations.list': local({
    method: 'get',
    path: '/api/admin/operations',
    summary: 'List the operations of everybody, newest first',
    description:
      'The writes of all callers of the last 7 days that a worker has seen; `note` says why one is parked. `meta.total` is exact up to 10,000 and says no more beyond. Numbered pages reach the 10,000th operation, pages by cursor the very last one.',
    tag: 'Operations',
    scope: 'admin:read',
    list: operationList,
    export: operationExport,
    responses: { 200: { description: 'OK', answers: operationSchema, headers: ['Content-Disposition'] } },
  }),
  'operations.redrive': local({
    ...ofParked,
    path: '/api/admin/operations/:id/redrive',
    summary: 'Try a parked operation again',
    description:
      'Sends its command back to the queue that it came from, once its cause is repaired. Refused with 409 when it is not parked, and without `force` when the record has moved on since or the command is over 7 days old. 202: its outcome takes longer.',
    body: object({
      reason: reason(),
      force: describe(sometimes(flag()), 'Also what is over 7 days old, or whose record has moved on since.'),
    }),
    example: { reason: 'The order was restored' },
  }),
  'operations.discard': local({
    ...ofParked,
    path: '/api/admin/operations/:id/discard',
    summary: 'Give up a parked operation',
    description: 'For good: it reads `failed` from then on. Refused with 409 when it is not parked.',
    body: object({ reason: reason() }),
    example: { reason: 'The customer has ordered again' },
  }),
};

export const operationLocals = { ...ownLocals, ...followUpLocals, ...adminLocals };
