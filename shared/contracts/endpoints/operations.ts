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

const integer: SchemaOf<number> = { type: 'integer' };

/** A write under way or done, as `/api/operations/:id` shows it. */
export const operationSchema = objectOf(
  {
    id: textSchema,
    type: textSchema,
    status: {
      type: 'string',
      enum: [
        'unknown',
        'queued',
        'running',
        'succeeded',
        'partly_succeeded',
        'failed',
        'cancelled',
        'parked',
      ],
    },
    progress: objectOf({ total: integer, done: integer, failed: integer }),
    result: {
      anyOf: [
        objectOf({ status: integer, location: orNull(textSchema), data: {} }),
        objectOf({
          changed: countSchema,
          unchanged: countSchema,
          not_found: countSchema,
          refused: countSchema,
        }),
        { type: 'null' },
      ],
      description: 'The final answer; of bulk work its counts.',
    },
    error: orNull({ type: 'object', description: 'The refusal, as a problem body.' }),
    errors: {
      ...arrayOf(objectOf({ id: idSchema, code: textSchema, message: textSchema })),
      description: 'Bulk: the records that were not done, the first 100 of them.',
    },
    errors_total: { ...integer, description: 'Bulk: how many there are in all; see the report.' },
    created_at: momentSchema,
    started_at: orNull(momentSchema),
    finished_at: orNull(momentSchema),
    note: { ...textSchema, description: 'Why nothing moves.' },
  },
  ['errors_total', 'note'],
);
