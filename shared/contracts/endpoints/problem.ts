import { problems, type ProblemCode } from '../errors.ts';
import type { JsonSchema } from '../kit/fields.ts';
import {
  arrayOf,
  countSchema,
  idSchema,
  momentSchema,
  objectOf,
  textSchema,
  type SchemaOf,
} from '../kit/resource-schema.ts';
import { fieldChangesSchema } from './timeline.ts';

const problemCodeSchema: SchemaOf<ProblemCode> = {
  type: 'string',
  enum: Object.keys(problems),
  description: 'Never changes; decide by this.',
};

const shortProductSchema = objectOf(
  {
    product_id: idSchema,
    name: { ...textSchema, description: 'In the language of Accept-Language.' },
    requested: countSchema,
    available: countSchema,
  },
  // Outcomes that earlier releases stored have no product names.
  ['name'],
);

export const recordChangeSchema = objectOf(
  {
    version: countSchema,
    by: { ...textSchema, description: 'Never shown to shoppers.' },
    at: momentSchema,
    fields: arrayOf(textSchema),
    values: {
      ...fieldChangesSchema,
      description: 'The value of each field before and after, by its dotted name; absent if unknown.',
    },
  },
  ['by', 'values'],
);

const brokenRuleSchema: JsonSchema = {
  ...objectOf({ rule: textSchema }),
  additionalProperties: true,
  description: 'A rule that a field breaks, with its limits: `{"rule": "min_characters", "min": 2}`.',
};

const openOrderSchema = objectOf({ id: idSchema, order_number: textSchema, status: textSchema });

const { additionalProperties: _open, ...members } = objectOf(
  {
    type: { type: 'string', format: 'uri-reference', description: 'The page that explains the code.' },
    title: textSchema,
    status: { type: 'integer' },
    code: problemCodeSchema,
    message: { ...textSchema, description: 'For people, in the language of Accept-Language.' },
    errors: {
      type: 'object',
      additionalProperties: arrayOf(textSchema),
      description: 'Messages by dotted field name: `items.0.amount`.',
    },
    rules: {
      type: 'object',
      additionalProperties: arrayOf(brokenRuleSchema),
      description:
        'The broken rules behind the messages of `errors`, by the same names, for clients with their own texts.',
    },
    instance: { type: 'string', format: 'uri-reference' },
    request_id: {
      ...textSchema,
      description: 'The id of the request; in an operation, the id of the failed request, empty if unknown.',
    },
    allowed: {
      ...arrayOf(textSchema),
      description:
        '`illegal_transition`: the states to which the record can move; for a change set or a new return, those in which it is possible.',
    },
    products: {
      ...arrayOf(shortProductSchema),
      description: '`out_of_stock`: the products with too few units.',
    },
    orders: { ...arrayOf(openOrderSchema), description: '`conflict`: orders that are still open.' },
    changes: {
      ...arrayOf(recordChangeSchema),
      description: '`precondition_failed`: the last changes since the version of If-Match.',
    },
    version: { ...countSchema, description: '`precondition_failed`: the current version.' },
    part: { ...textSchema, description: '`unavailable`: the part that does not respond.' },
    operation: {
      type: 'string',
      format: 'uri-reference',
      description: '`outcome_unknown`: the URL of the operation. `conflict`: the earlier operation.',
    },
    limit: {
      ...countSchema,
      description: '`too_many_requests`: how many may be in progress at the same time.',
    },
    cursor: { ...textSchema, description: '`cursor_expired`: the current cursor, from which to continue.' },
    snapshot: { ...arrayOf(textSchema), description: '`cursor_expired`: paths of the lists to read again.' },
    unfinished: { ...countSchema, description: '`too_many_requests`: unfinished operations.' },
  },
  [
    ...([
      'errors',
      'rules',
      'allowed',
      'products',
      'orders',
      'changes',
      'version',
      'part',
      'operation',
    ] as const),
    ...(['limit', 'unfinished', 'cursor', 'snapshot'] as const),
  ],
);
/** Every error response. The schema is open, because an error code may add fields. */
export const problemSchema: JsonSchema = {
  ...members,
  description: 'An error: RFC 9457 with Laravel’s `message` and `errors`.',
};

/** The schemas of error responses, keyed by their names in the OpenAPI documents. */
export const problemSchemas = {
  BrokenRule: brokenRuleSchema,
  OpenOrder: openOrderSchema,
  Problem: problemSchema,
  ProblemCode: problemCodeSchema,
  RecordChange: recordChangeSchema,
  ShortProduct: shortProductSchema,
};
