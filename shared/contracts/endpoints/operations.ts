import {
  arrayOf,
  booleanSchema,
  countSchema,
  idSchema,
  momentSchema,
  moneySchema,
  objectOf,
  orNull,
  textSchema,
  type SchemaOf,
} from '../kit/resource-schema.ts';
import { problemSchema } from './problem.ts';

const integer: SchemaOf<number> = { type: 'integer' };

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
const operationStatusSchema: SchemaOf<OperationStatus> = { type: 'string', enum: operationStatuses };

const operationProgressSchema = objectOf({
  total: {
    ...integer,
    description:
      'The number of records; 0 while it is unknown, for example for a selection that no worker has looked up yet.',
  },
  done: integer,
  failed: integer,
});
const recordErrorSchema = objectOf(
  {
    id: idSchema,
    code: textSchema,
    message: textSchema,
    by: { ...textSchema, description: '`changed_since`: who changed the record meanwhile, if known.' },
    at: { ...momentSchema, description: '`changed_since`: when.' },
  },
  ['by', 'at'],
);

const counts = { changed: countSchema, unchanged: countSchema, not_found: countSchema, refused: countSchema };
/**
 * Counts the records that bulk work changed, left unchanged, did not find and rejected. The four counts add up to the number
 * of its records.
 */
const bulkResultSchema = objectOf(counts);

const anyResult = {
  status: { ...integer, description: 'For a single write: the status of its response.' },
  location: { ...orNull(textSchema), description: 'For a single write: the path of the created record.' },
  data: { description: 'For a single write: the returned record.' },
  ...counts,
};
/** One shape for both kinds of results, because client generators treat alternatives of objects differently. */
const operationResultSchema = objectOf(anyResult, Object.keys(anyResult) as (keyof typeof anyResult)[]);

const stockSumSchema = objectOf({ product_id: idSchema, stock: integer });
const bulkSumsSchema = objectOf(
  {
    total: { ...moneySchema, description: 'The sum of the totals of the changed orders.' },
    paid: {
      ...moneySchema,
      description: 'The amount recorded as paid; below 0: voided. Absent if it is neither.',
    },
    stock: { ...integer, description: 'Units that return to the stock; below 0: units that leave it.' },
    products: { ...arrayOf(stockSumSchema), description: 'The stock of each of the first 100 products.' },
  },
  ['paid'],
);

const properties = {
  id: textSchema,
  type: textSchema,
  status: operationStatusSchema,
  progress: operationProgressSchema,
  result: {
    ...orNull(operationResultSchema),
    description: 'The final response, or the counts of bulk work. null until the end.',
  },
  error: { ...orNull(problemSchema), description: 'Why it failed.' },
  errors: {
    ...arrayOf(recordErrorSchema),
    description: 'Bulk work: the first 100 records that were not changed.',
  },
  errors_total: {
    ...integer,
    description: 'Bulk work: the number of all such records; the report lists them.',
  },
  sums: {
    ...orNull(bulkSumsSchema),
    description:
      'Bulk work on orders: sums of the changed orders so far, or in a rehearsal of the orders that would change. null before the first.',
  },
  dry_run: { ...booleanSchema, description: 'Bulk work: whether it is a rehearsal, which changes nothing.' },
  apply_until: {
    ...orNull(momentSchema),
    description: 'Bulk work: until when the rehearsal can be applied; null if it cannot.',
  },
  undo_until: {
    ...orNull(momentSchema),
    description: 'Bulk work: until when the change can be undone; null if there is nothing to undo.',
  },
  frozen_at: {
    ...orNull(momentSchema),
    description: 'Bulk work: when the records of its selection were looked up; null for ids.',
  },
  applies: { ...orNull(textSchema), description: 'Bulk work: the rehearsal that it applies.' },
  applied_by: { ...orNull(textSchema), description: 'Bulk work: the operation that applied this rehearsal.' },
  undoes: { ...orNull(textSchema), description: 'Bulk work: the operation that it undoes.' },
  undone_by: { ...orNull(textSchema), description: 'Bulk work: the last operation that undoes it.' },
  created_at: momentSchema,
  started_at: orNull(momentSchema),
  finished_at: orNull(momentSchema),
  note: {
    ...textSchema,
    description: 'Why it makes no progress. The reason of a parked operation is only for admins.',
  },
  owner: { ...textSchema, description: 'The author, only for admins: `admin:layla`, `client:7`.' },
};
const ofBulkWork = [
  'sums',
  'dry_run',
  'apply_until',
  'undo_until',
  'frozen_at',
  'applies',
  'applied_by',
  'undoes',
  'undone_by',
] as const;
export const operationSchema = objectOf(properties, ['errors_total', ...ofBulkWork, 'note', 'owner']);

/** Bulk work, as shown in the response to the request that started it. */
export const bulkOperationSchema = objectOf(
  { ...properties, result: { ...orNull(bulkResultSchema), description: 'The counts; null until the end.' } },
  ['errors_total', ...ofBulkWork, 'note', 'owner'],
);

const changedFields: SchemaOf<Record<string, unknown>> = { type: 'object', additionalProperties: true };

export const reportLineSchema = objectOf({
  id: idSchema,
  outcome: { ...orNull(textSchema), description: 'null: not reached yet.' },
  code: orNull(textSchema),
  message: orNull(textSchema),
  before: {
    ...orNull(changedFields),
    description:
      'The changed fields before, named as in timelines; null if there was no record or nothing changed.',
  },
  after: {
    ...orNull(changedFields),
    description:
      'The same fields afterwards, or for a rehearsal as they would be. null if the record is deleted.',
  },
});

/** The schemas of operations, keyed by their names in the OpenAPI documents. */
export const operationSchemas = {
  BulkOperation: bulkOperationSchema,
  BulkResult: bulkResultSchema,
  BulkSums: bulkSumsSchema,
  Operation: operationSchema,
  OperationProgress: operationProgressSchema,
  OperationResult: operationResultSchema,
  OperationStatus: operationStatusSchema,
  RecordError: recordErrorSchema,
  ReportLine: reportLineSchema,
  StockSum: stockSumSchema,
};
