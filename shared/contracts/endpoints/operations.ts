import * as s from '../kit/resource-schema.ts';
import { problemSchema } from './problem.ts';

export const operationStatuses = [
  'unknown',
  'queued',
  'running',
  'succeeded',
  'partly_succeeded',
  'failed',
  'cancelled',
  'parked',
] as const;
export type OperationStatus = (typeof operationStatuses)[number];
const operationStatusSchema = s.oneOf('OperationStatus', operationStatuses);

const operationProgressSchema = s.named('OperationProgress', {
  total: s.described(
    s.integer,
    'The number of records; 0 while it is unknown, for example for a selection that no worker has looked up yet.',
  ),
  done: s.integer,
  failed: s.integer,
});
const changedSince = {
  by: s.described(s.text, '`changed_since`: who changed the record meanwhile, if known.'),
  at: s.described(s.moment, '`changed_since`: when.'),
};
const recordErrorSchema = s.named(
  'RecordError',
  { id: s.id, code: s.text, message: s.text, ...changedSince },
  ['by', 'at'],
);

const counts = { changed: s.count, unchanged: s.count, not_found: s.count, refused: s.count };
/** The sum of the four counts is the number of records of the bulk work. */
const bulkResultSchema = s.named('BulkResult', counts);

const anyResult = {
  status: s.described(s.integer, 'For a single write: the status of its response.'),
  location: s.orNull(s.text, 'For a single write: the path of the created record.'),
  data: { description: 'For a single write: the returned record.' },
  ...counts,
};
/** One schema for the results of single writes and of bulk work, because client generators differ in how they treat `anyOf`. */
const operationResultSchema = s.named(
  'OperationResult',
  anyResult,
  Object.keys(anyResult) as (keyof typeof anyResult)[],
);

const stockSumSchema = s.named('StockSum', { product_id: s.id, stock: s.integer });
const bulkSumsSchema = s.named(
  'BulkSums',
  {
    total: s.moneyAs('The sum of the totals of the changed orders.'),
    paid: s.moneyAs('The amount recorded as paid; below 0: voided. Absent if it is neither.'),
    stock: s.described(s.integer, 'Units that return to the stock; below 0: units that leave it.'),
    products: s.arrayOf(stockSumSchema, 'The stock of each of the first 100 products.'),
  },
  ['paid'],
);

/** Only an operation with a record of bulk work has these fields. */
const ofBulkWork = {
  errors_total: s.described(s.integer, 'Bulk work: the number of all such records; the report lists them.'),
  sums: s.orNull(
    bulkSumsSchema,
    'Bulk work on orders: sums of the changed orders so far, or in a rehearsal of the orders that would change. null before the first.',
  ),
  dry_run: s.described(s.boolean, 'Bulk work: whether it is a rehearsal, which changes nothing.'),
  apply_until: s.orNull(s.moment, 'Bulk work: until when the rehearsal can be applied; null if it cannot.'),
  undo_until: s.orNull(
    s.moment,
    'Bulk work: until when the change can be undone; null if there is nothing to undo.',
  ),
  frozen_at: s.orNull(s.moment, 'Bulk work: when the records of its selection were looked up; null for ids.'),
  applies: s.orNull(s.text, 'Bulk work: the rehearsal that it applies.'),
  applied_by: s.orNull(s.text, 'Bulk work: the operation that applied this rehearsal.'),
  undoes: s.orNull(s.text, 'Bulk work: the operation that it undoes.'),
  undone_by: s.orNull(s.text, 'Bulk work: the last operation that undoes it.'),
};
const ofSome = {
  note: s.described(s.text, 'Why it makes no progress. The reason of a parked operation is only for admins.'),
  owner: s.described(s.text, 'The author, only for admins: `admin:layla`, `client:7`.'),
};
const properties = {
  id: s.text,
  type: s.text,
  status: operationStatusSchema,
  progress: operationProgressSchema,
  result: s.orNull(
    operationResultSchema,
    'The final response, or the counts of bulk work. null until the end.',
  ),
  error: s.orNull(problemSchema, 'Why it failed.'),
  errors: s.arrayOf(recordErrorSchema, 'Bulk work: the first 100 records that were not changed.'),
  ...ofBulkWork,
  created_at: s.moment,
  started_at: s.orNull(s.moment),
  finished_at: s.orNull(s.moment),
  ...ofSome,
};
const optional = Object.keys({ ...ofBulkWork, ...ofSome }) as (
  keyof typeof ofBulkWork | keyof typeof ofSome
)[];
export const operationSchema = s.named('Operation', properties, optional);

/** Bulk work, as shown in the response to the request that started it. */
export const bulkOperationSchema = s.named(
  'BulkOperation',
  { ...properties, result: s.orNull(bulkResultSchema, 'The counts; null until the end.') },
  optional,
);

const changedFields: s.SchemaOf<Record<string, unknown>> = { type: 'object', additionalProperties: true };

export const reportLineSchema = s.named(
  'ReportLine',
  {
    id: s.id,
    outcome: s.orNull(s.text, 'null: not reached.'),
    code: s.orNull(s.text),
    message: s.orNull(s.text),
    ...changedSince,
    before: s.orNull(
      changedFields,
      'The changed fields before, named as in timelines; null if there was no record or nothing changed.',
    ),
    after: s.orNull(
      changedFields,
      'The same fields afterwards, or for a rehearsal as they would be. null if the record is deleted.',
    ),
  },
  ['by', 'at'],
);
