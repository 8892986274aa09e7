import {
  arrayOf,
  countSchema,
  idSchema,
  momentSchema,
  objectOf,
  orNull,
  textSchema,
} from '../schema-kit/resource-schema.ts';
import type { SchemaOf } from '../schema-kit/resource-schema.ts';
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

export const operationProgressSchema = objectOf({ total: integer, done: integer, failed: integer });
export const recordErrorSchema = objectOf({ id: idSchema, code: textSchema, message: textSchema });

const counts = {
  changed: countSchema,
  unchanged: countSchema,
  not_found: countSchema,
  refused: countSchema,
};
/** How many records bulk work changed, left, missed and refused: all of its ids together. */
export const bulkResultSchema = objectOf(counts);

const anyResult = {
  status: { ...integer, description: 'Of a single write: the status of its answer.' },
  location: { ...orNull(textSchema), description: 'Of a single write: path of what it made.' },
  data: { description: 'Of a single write: the record that it answered with.' },
  ...counts,
};
/** One shape for both kinds of results: generators read alternatives of objects in many ways. */
export const operationResultSchema = objectOf(
  anyResult,
  Object.keys(anyResult) as (keyof typeof anyResult)[],
);

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
  created_at: momentSchema,
  started_at: orNull(momentSchema),
  finished_at: orNull(momentSchema),
  note: { ...textSchema, description: 'Why nothing moves. Of what is parked: for admins.' },
  owner: { ...textSchema, description: 'Whose it is, for admins: `admin:layla`, `client:7`.' },
};
/** A write under way or done, as `/api/operations/:id` shows it. */
export const operationSchema = objectOf(properties, ['errors_total', 'note', 'owner']);

/** Bulk work under way or done, as the request that began it is answered. */
export const bulkOperationSchema = objectOf(
  { ...properties, result: { ...orNull(bulkResultSchema), description: 'Its counts; null until it ends.' } },
  ['errors_total', 'note', 'owner'],
);

/** One line of a report. */
export const reportLineSchema = objectOf({
  id: idSchema,
  outcome: { ...orNull(textSchema), description: 'null: not reached yet.' },
  code: orNull(textSchema),
  message: orNull(textSchema),
});
