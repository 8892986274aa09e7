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
export const operationStatusSchema: SchemaOf<OperationStatus> = { type: 'string', enum: operationStatuses };

export const operationProgressSchema = objectOf({
  total: {
    ...integer,
    description:
      'The number of records; 0 while it is unknown, as for a selection that no worker has looked up yet.',
  },
  done: integer,
  failed: integer,
});
export const recordErrorSchema = objectOf(
  {
    id: idSchema,
    code: textSchema,
    message: textSchema,
    by: {
      ...textSchema,
      description: '`changed_since`: who changed the record meanwhile, where that is known.',
    },
    at: { ...momentSchema, description: '`changed_since`: when.' },
  },
  ['by', 'at'],
);

const counts = { changed: countSchema, unchanged: countSchema, not_found: countSchema, refused: countSchema };
/**
 * Counts the records that bulk work changed, left unchanged, did not find and rejected. The four counts add up to the number
 * of its records.
 */
export const bulkResultSchema = objectOf(counts);

const anyResult = {
  status: { ...integer, description: 'Of a single write: the status of its answer.' },
  location: { ...orNull(textSchema), description: 'Of a single write: path of what it made.' },
  data: { description: 'Of a single write: the record that it answered with.' },
  ...counts,
};
/** One shape for both kinds of results, because client generators treat alternatives of objects differently. */
export const operationResultSchema = objectOf(
  anyResult,
  Object.keys(anyResult) as (keyof typeof anyResult)[],
);

export const stockSumSchema = objectOf({ product_id: idSchema, stock: integer });
export const bulkSumsSchema = objectOf({
  total: { ...moneySchema, description: 'What the changed orders are worth together.' },
  stock: { ...integer, description: 'Units of stock that come back; below 0: that are taken.' },
  products: {
    ...arrayOf(stockSumSchema),
    description: 'The stock of each product, of the first 100 that were met.',
  },
});

const properties = {
  id: textSchema,
  type: textSchema,
  status: operationStatusSchema,
  progress: operationProgressSchema,
  result: {
    ...orNull(operationResultSchema),
    description: 'The final answer; of bulk work its counts. null until then.',
  },
  error: { ...orNull(problemSchema), description: 'Why it failed.' },
  errors: {
    ...arrayOf(recordErrorSchema),
    description: 'Bulk: the records that were not done, the first 100 of them.',
  },
  errors_total: { ...integer, description: 'Bulk: how many there are in all; see the report.' },
  sums: {
    ...orNull(bulkSumsSchema),
    description:
      'Bulk of orders: what the changed ones come to so far; of a rehearsal, what they would. null before the first are done.',
  },
  dry_run: { ...booleanSchema, description: 'Bulk: it is a rehearsal, which changes nothing.' },
  apply_until: {
    ...orNull(momentSchema),
    description: 'Bulk: until when the rehearsal can be applied; null when it cannot.',
  },
  undo_until: {
    ...orNull(momentSchema),
    description: 'Bulk: until when the change can be undone; null when there is nothing to undo.',
  },
  frozen_at: {
    ...orNull(momentSchema),
    description: 'Bulk: when the records of its selection were looked up; null where ids named them.',
  },
  applies: { ...orNull(textSchema), description: 'Bulk: the rehearsal that it applies.' },
  applied_by: { ...orNull(textSchema), description: 'Bulk: the operation that applied this rehearsal.' },
  undoes: { ...orNull(textSchema), description: 'Bulk: the operation whose changes it gives back.' },
  undone_by: {
    ...orNull(textSchema),
    description: 'Bulk: the last operation that began to give its changes back.',
  },
  created_at: momentSchema,
  started_at: orNull(momentSchema),
  finished_at: orNull(momentSchema),
  note: { ...textSchema, description: 'Why nothing moves. Of what is parked: for admins.' },
  owner: { ...textSchema, description: 'Whose it is, for admins: `admin:layla`, `client:7`.' },
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
  { ...properties, result: { ...orNull(bulkResultSchema), description: 'Its counts; null until it ends.' } },
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
      'The changed fields as they were, by the names of timelines; null where there was no record or nothing changed.',
  },
  after: {
    ...orNull(changedFields),
    description:
      'The same as they are by this work; of a rehearsal, as they would be. null where it is deleted.',
  },
});
