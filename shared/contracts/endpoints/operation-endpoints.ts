import { exportFormatField, exportOfRecords, exportRowsField, exportTypes } from '../kit/exports.ts';
import { local } from '../kit/define.ts';
import {
  describe,
  field,
  kindOf,
  nullable,
  object,
  required,
  sometimes,
  type Field,
  type JsonSchema,
} from '../kit/fields.ts';
import { flag, text, word } from '../kit/field-kinds.ts';
import { dateFilter, inOneText, wordsFilter } from '../kit/filter-kinds.ts';
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

/** Numbered pages end at this row, because every service has to read all operations that precede a page. */
export const deepestRow = 10_000;

/** Types of bulk work that differ from their endpoint's id. */
const bulkTypes = [
  'orders.bulk-payment',
  'products.bulk-price',
  'subscriptions.bulk-price',
  'orders.bulk-apply',
  'orders.bulk-undo',
  'catalog.bulk-apply',
  'catalog.bulk-undo',
];
const types = [...Object.keys({ ...catalogWrites, ...ordersWrites, ...webhooksWrites }), ...bulkTypes];

export const operationList = listOf({
  filters: {
    status: statusFilter(),
    type: describe(word(types), 'The kind of write.'),
    owner: describe(text({ max: 300 }), 'The author: `admin:layla`, `client:7`.'),
    created_at: dateFilter(),
  },
  searchable: [],
  sortable: ['created_at'],
  paginate: describe(
    pagingFields.paginate,
    `\`true\` (default): pages with links and meta, up to the ${deepestRow}th operation. \`cursor\`: cursor pages, to the very last one. A file has every match by default.`,
  ),
});

export const operationExport = exportOfRecords(operationSchema);

function statusFilter(): Field<readonly OperationStatus[]> {
  const name = `(${operationStatuses.join('|')})`;
  return field({
    schema: {
      type: 'string',
      pattern: `^${name}(, *${name})*$`,
      description: `${operationStatuses.join(', ')}; several separated by commas. Lists leave out work that no worker has seen.`,
    },
    read: kindOf(wordsFilter(operationStatuses)).read,
  });
}

const reason = () => required(text({ max: 500 }), 'The reason, kept with the author.');
const ended = (answers: JsonSchema) => ({ description: 'The operation as it ended.', answers });
const endedOrAccepted = (answers: JsonSchema) => ({
  200: ended(answers),
  202: { description: 'Accepted: read the operation.', answers, headers: ['Location'] } as const,
});

/** Endpoints for any caller with a token. A caller who neither started the operation nor is an admin gets a 404. */
const ofOperation = {
  tag: 'Operations',
  scope: null,
  params: {
    id: {
      description:
        'The `id` of an operation, as in the `Location` of a 202. Or, for admins, an `operation_id`.',
      type: 'string',
      pattern: '^([0-9a-f]{32}|[\\w-]+\\.[\\w-]+)$',
    },
  },
} as const;
const followUp = {
  ...ofOperation,
  scope: 'admin',
  hidden: true,
  bulk: true,
  responses: endedOrAccepted(bulkOperationSchema),
  refuses: ['conflict', 'idempotency_key_reused', 'outcome_unknown', 'work_lost', 'record_too_large'],
} as const;
const ofParked = {
  ...ofOperation,
  scope: 'admin',
  responses: endedOrAccepted(operationSchema),
  refuses: ['conflict'],
} as const;

/**
 * `fields` is free text here, because the columns depend on the kind of records. The gateway validates the query only when it
 * knows the report.
 */
const reportQuery = object({
  format: describe(exportFormatField, 'The report as a file. Takes precedence over `Accept`.'),
  fields: field<string>({
    schema: {
      type: 'string',
      description:
        'The columns of a spreadsheet in their order, separated by commas: `id`, `outcome`, `code`, `message`, changed fields such as `before.status` and `after.status`, and the columns of the records’ list.',
      example: 'id,outcome,order_number',
    },
    read: (value) => ({ value: String(inOneText(value)) }),
  }),
  rows: exportRowsField,
});

const reportExample =
  '{"id":1,"outcome":"changed","code":null,"message":null,"before":{"status":"pending"},"after":{"status":"preparing"}}\n' +
  '{"id":2,"outcome":"unchanged","code":null,"message":null,"before":null,"after":null}\n';

const ownLocals = {
  'operations.read': local('get', '/api/operations/:id', {
    ...ofOperation,
    summary: 'Read the outcome of a write',
    description:
      'For its own caller and for admins. Operations are kept for 7 days. `unknown`: after a minute no worker has seen it; send the request again with the same `Idempotency-Key`.',
    responses: { 200: { description: 'OK', answers: operationSchema } },
  }),
  'operations.cancel': local('delete', '/api/operations/:id', {
    ...ofOperation,
    summary: 'Cancel an operation',
    description:
      'Work that has not begun, or is parked, never runs. Bulk work stops, and its changes so far stay. 409 once the operation is final.',
    responses: { 200: ended(operationSchema) },
    refuses: ['conflict', 'validation_failed'],
  }),
  'operations.events': local('get', '/api/operations/:id/events', {
    ...ofOperation,
    summary: 'Stream the progress of a write',
    description:
      'Server-sent events: an event `operation` with the operation after each change. The stream ends when the operation is final or `unknown`, with the token, or after an hour.',
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
      204: { description: '`Last-Event-ID` was the last event: do not reconnect.' },
    },
  }),
  'operations.report': local('get', '/api/operations/:id/report', {
    ...ofOperation,
    summary: 'Read the outcome of each record of bulk work',
    description:
      'One line per record, as NDJSON (each line a `ReportLine`). With `format` or `Accept` as CSV or XLSX, with the changed fields before and after, and the current fields of the records, for example as a pick list (`rows=items`). For a rehearsal: what it would do.',
    query: reportQuery,
    responses: {
      200: {
        description: 'The report of the work so far.',
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

export const followUpLocals = {
  'operations.apply': local('post', '/api/operations/:id/apply', {
    ...followUp,
    summary: 'Apply a rehearsal',
    description:
      'Bulk work on exactly the records of a rehearsal (`dry_run`). A record that has changed since is rejected (`moved_on`). Possible once, within a day; a second call is a 409 with the resulting operation.',
    body: object({}),
    example: {},
  }),
  'operations.undo': local('post', '/api/operations/:id/undo', {
    ...followUp,
    summary: 'Undo what bulk work changed',
    description:
      'Bulk work, possible within 7 days. Reverts each record that has not changed since the operation, and restores deleted records with their ids. Other records are rejected (`changed_since`), and so are orders without enough stock (`out_of_stock`). `dry_run` rehearses it. Undoing an undo repeats the change. Rejected records can be undone later. 409 if nothing is left.',
    body: object({ dry_run: nullable(flag()) }),
    example: { dry_run: true },
  }),
};

const adminLocals = {
  'operations.list': local('get', '/api/admin/operations', {
    summary: 'List operations',
    description:
      'The writes of all callers in the last 7 days that a worker has seen, newest first. `note` says why one is parked. `meta.total` counts up to 10,000. Numbered pages reach the 10,000th operation, pages with cursors the last one.',
    tag: 'Operations',
    scope: 'admin:read',
    list: operationList,
    export: operationExport,
    responses: { 200: { description: 'OK', answers: operationSchema, headers: ['Content-Disposition'] } },
  }),
  'operations.redrive': local('post', '/api/admin/operations/:id/redrive', {
    ...ofParked,
    summary: 'Redrive a parked operation',
    description:
      'Sends its command to its queue again, after the cause is repaired. 409 if it is not parked; without `force` also if the record has changed since, or the command is over 6 days old. 202 if its outcome takes longer.',
    body: object({
      reason: reason(),
      force: sometimes(
        flag(),
        'Also redrives a command that is over 6 days old, or whose record has changed since.',
      ),
    }),
    example: { reason: 'The order was restored' },
  }),
  'operations.discard': local('post', '/api/admin/operations/:id/discard', {
    ...ofParked,
    summary: 'Discard a parked operation',
    description: 'Its status becomes `failed`, permanently. 409 if it is not parked.',
    body: object({ reason: reason() }),
    example: { reason: 'The customer has ordered again' },
  }),
};

export const operationLocals = { ...ownLocals, ...followUpLocals, ...adminLocals };
