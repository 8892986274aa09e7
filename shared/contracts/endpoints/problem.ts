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

export const problemCodeSchema: SchemaOf<ProblemCode> = {
  type: 'string',
  enum: Object.keys(problems),
  description: 'Permanent; decide by this.',
};

export const shortProductSchema = objectOf(
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
      description: 'Each field from what to what, by its dotted name; absent where it is not known.',
    },
  },
  ['by', 'values'],
);

export const brokenRuleSchema: JsonSchema = {
  ...objectOf({ rule: textSchema }),
  additionalProperties: true,
  description: 'A rule that a field breaks, with its limits: `{"rule": "min_characters", "min": 2}`.',
};

export const openOrderSchema = objectOf({ id: idSchema, order_number: textSchema, status: textSchema });

const { additionalProperties: _open, ...members } = objectOf(
  {
    type: { type: 'string', format: 'uri-reference', description: 'Where the code is explained.' },
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
        'What each message of `errors` says, by the same names, for clients that word it themselves.',
    },
    instance: { type: 'string', format: 'uri-reference' },
    request_id: {
      ...textSchema,
      description: 'Of the request; of an operation, of the one that failed, empty where it is not known.',
    },
    allowed: {
      ...arrayOf(textSchema),
      description: '`illegal_transition`: states that the order can move to.',
    },
    products: { ...arrayOf(shortProductSchema), description: '`out_of_stock`: what fell short.' },
    orders: { ...arrayOf(openOrderSchema), description: '`conflict`: orders that are still open.' },
    changes: {
      ...arrayOf(recordChangeSchema),
      description: '`precondition_failed`: the last changes since the version of If-Match.',
    },
    version: { ...countSchema, description: '`precondition_failed`: the version that it is at now.' },
    part: { ...textSchema, description: '`unavailable`: the part of the store that is down.' },
    operation: {
      type: 'string',
      format: 'uri-reference',
      description: '`outcome_unknown`: where to look. `conflict`: the operation that was first.',
    },
    limit: { ...countSchema, description: '`too_many_requests`: how many may be under way at once.' },
    cursor: { ...textSchema, description: '`cursor_expired`: the current one, to go on from.' },
    snapshot: { ...arrayOf(textSchema), description: '`cursor_expired`: paths of the lists to read again.' },
    unfinished: { ...countSchema, description: '`too_many_requests`: operations that are under way.' },
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
  description: 'A refusal: RFC 9457 with Laravel’s `message` and `errors`.',
};
