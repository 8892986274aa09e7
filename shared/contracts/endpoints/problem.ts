import { problems, type ProblemCode } from '../errors.ts';
import type { JsonSchema } from '../kit/fields.ts';
import * as s from '../kit/resource-schema.ts';
import { fieldChangesSchema } from './timeline.ts';

const problemCodeSchema = s.oneOf(
  'ProblemCode',
  Object.keys(problems) as ProblemCode[],
  'Never changes; decide by this.',
);

const shortProductSchema = s.named(
  'ShortProduct',
  {
    product_id: s.id,
    name: s.described(s.text, 'In the language of Accept-Language.'),
    requested: s.count,
    available: s.count,
  },
  // Outcomes that earlier releases stored have no product names.
  ['name'],
);

export const recordChangeSchema = s.named(
  'RecordChange',
  {
    version: s.count,
    by: s.described(s.text, 'Never shown to shoppers.'),
    at: s.moment,
    fields: s.arrayOf(s.text),
    values: s.described(
      fieldChangesSchema,
      'The value of each field before and after, by its dotted name; absent if unknown.',
    ),
  },
  ['by', 'values'],
);

const brokenRuleSchema: JsonSchema = s.called('BrokenRule', {
  ...s.objectOf({ rule: s.text }),
  additionalProperties: true,
  description: 'A rule that a field breaks, with its limits: `{"rule": "min_characters", "min": 2}`.',
});

const openOrderSchema = s.named('OpenOrder', { id: s.id, order_number: s.text, status: s.text });

/** Every error response. The schema is open, because an error code may add fields. */
export const problemSchema: JsonSchema = s.called('Problem', {
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'The page that explains the code.' },
    title: s.text,
    status: { type: 'integer' },
    code: problemCodeSchema,
    message: s.described(s.text, 'For people, in the language of Accept-Language.'),
    errors: {
      type: 'object',
      additionalProperties: s.arrayOf(s.text),
      description: 'Messages by dotted field name: `items.0.amount`.',
    },
    rules: {
      type: 'object',
      additionalProperties: s.arrayOf(brokenRuleSchema),
      description:
        'The broken rules behind the messages of `errors`, by the same names, for clients with their own texts.',
    },
    instance: { type: 'string', format: 'uri-reference' },
    request_id: s.described(
      s.text,
      'The id of the request; in an operation, the id of the failed request, empty if unknown.',
    ),
    allowed: s.arrayOf(
      s.text,
      '`illegal_transition`: the states to which the record can move; for a change set or a new return, those in which it is possible.',
    ),
    products: s.arrayOf(shortProductSchema, '`out_of_stock`: the products with too few units.'),
    orders: s.arrayOf(openOrderSchema, '`conflict`: orders that are still open.'),
    changes: s.arrayOf(
      recordChangeSchema,
      '`precondition_failed`: the last changes since the version of If-Match.',
    ),
    version: s.described(s.count, '`precondition_failed`: the current version.'),
    part: s.described(s.text, '`unavailable`: the part that does not respond.'),
    operation: {
      type: 'string',
      format: 'uri-reference',
      description: '`outcome_unknown`: the URL of the operation. `conflict`: the earlier operation.',
    },
    limit: s.described(s.count, '`too_many_requests`: how many may be in progress at the same time.'),
    cursor: s.described(s.text, '`cursor_expired`: the current cursor, from which to continue.'),
    snapshot: s.arrayOf(s.text, '`cursor_expired`: paths of the lists to read again.'),
    unfinished: s.described(s.count, '`too_many_requests`: unfinished operations.'),
  },
  required: ['type', 'title', 'status', 'code', 'message', 'instance', 'request_id'],
  description: 'An error: RFC 9457 with Laravel’s `message` and `errors`.',
});
