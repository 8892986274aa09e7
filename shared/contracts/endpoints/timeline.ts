import { read } from '../kit/define.ts';
import * as s from '../kit/resource-schema.ts';

const entryKinds = [
  'created',
  'changed',
  'status_changed',
  'item_added',
  'item_changed',
  'item_removed',
  'stock_moved',
  'noted',
  'deleted',
  'restored',
  'erased',
] as const;
export type EntryKind = (typeof entryKinds)[number];
const entryKindSchema = s.oneOf('EntryKind', entryKinds);

/** `from` and `to` are absent if they are unknown: releases without a ledger recorded only which fields changed. */
const fieldChangeSchema = s.named(
  'FieldChange',
  {
    from: s.described(s.anything, 'null: no value. Absent: unknown.'),
    to: s.described(s.anything, 'null: no value any more. Absent: unknown.'),
  },
  ['from', 'to'],
);

export const fieldChangesSchema: s.SchemaOf<Readonly<Record<string, s.Shown<typeof fieldChangeSchema>>>> = {
  type: 'object',
  additionalProperties: fieldChangeSchema,
  description: 'Keyed by dotted field names: `en.name`; `items.12.amount` for the item with the id 12.',
};

const countChangeSchema = s.named('CountChange', { from: s.orNull(s.integer), to: s.orNull(s.integer) });

/** `lost`: returned units that cannot be sold again. Absent if the change does not affect it. */
export const stockMoveSchema = s.named(
  'StockMove',
  {
    product_id: s.id,
    version: s.described(s.count, 'The version of the product’s stock record after this change.'),
    stock: countChangeSchema,
    held: countChangeSchema,
    lost: countChangeSchema,
  },
  ['lost'],
);

const areaSchema: s.SchemaOf<'admin' | 'client'> = { type: 'string', enum: ['admin', 'client'] };
const entryAuthorSchema = s.named('EntryAuthor', {
  area: areaSchema,
  subject: s.described(s.text, 'The subject of the token.'),
  name: s.described(s.text, 'The token’s claim `name`, otherwise its subject.'),
});

const entrySourceSchema = s.named('EntrySource', {
  type: s.orNull(s.text, 'The kind of write: `orders.update`.'),
  request_id: s.orNull(s.text),
  operation_id: s.orNull(s.text, 'The operation at `/api/operations/{id}`, which admins can read.'),
});

export const timelineEntrySchema = s.named('TimelineEntry', {
  id: s.text,
  subject: s.described(s.text, 'The changed record: `orders/12`.'),
  at: s.moment,
  version: s.described(
    s.count,
    'The version of the record after this change; for a note, when it was written.',
  ),
  kind: entryKindSchema,
  by: s.orNull(entryAuthorSchema, 'null: unknown.'),
  via: entrySourceSchema,
  changes: fieldChangesSchema,
  reason: s.orNull(s.text),
  note: s.orNull(s.text),
  stock: s.arrayOf(stockMoveSchema, 'Stock of counted products that the change of an order moved.'),
});

export function timelineOf<const Path extends string>(path: Path, what: string) {
  return read(path, {
    summary: `Read the timeline of ${what}`,
    description: [
      'Every change, newest first: who, when, by which request, and the value of each field before and after. Always in pages by',
      'cursor. It stays readable for 90 days after a deletion.',
    ].join(' '),
    walked: true,
    answers: timelineEntrySchema,
  });
}

export const maxNote = 2000;
