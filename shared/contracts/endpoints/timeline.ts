import { read } from '../kit/define.ts';
import {
  arrayOf,
  countSchema,
  idSchema,
  momentSchema,
  objectOf,
  orNull,
  textSchema,
  type SchemaOf,
} from '../kit/resource-schema.ts';

export const entryKinds = [
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
export const entryKindSchema: SchemaOf<EntryKind> = { type: 'string', enum: entryKinds };

const anyValue: SchemaOf<unknown> = {};

/** A value is absent if it is unknown, as for changes by releases that had no ledger. */
export const fieldChangeSchema = objectOf(
  {
    from: { ...anyValue, description: 'null: there was nothing. Absent: not known.' },
    to: { ...anyValue, description: 'null: there is nothing any more. Absent: not known.' },
  },
  ['from', 'to'],
);

interface ShownChange {
  from?: unknown;
  to?: unknown;
}
export const fieldChangesSchema: SchemaOf<Readonly<Record<string, ShownChange>>> = {
  type: 'object',
  additionalProperties: fieldChangeSchema,
  description: 'By dotted name of each field: `en.name`; `items.12.amount`, 12 being the item’s id.',
};

export const countChangeSchema = objectOf({
  from: orNull({ type: 'integer' }),
  to: orNull({ type: 'integer' }),
});

/** `lost`: units that came back in returns and cannot be sold again, in all. Absent: none were added. */
export const stockMoveSchema = objectOf(
  {
    product_id: idSchema,
    version: { ...countSchema, description: 'That the product’s inventory is at by this.' },
    stock: countChangeSchema,
    held: countChangeSchema,
    lost: countChangeSchema,
  },
  ['lost'],
);

const areaSchema: SchemaOf<'admin' | 'client'> = { type: 'string', enum: ['admin', 'client'] };
export const entryAuthorSchema = objectOf({
  area: areaSchema,
  subject: { ...textSchema, description: 'Of the token.' },
  name: { ...textSchema, description: 'The token’s claim `name`; without one the subject.' },
});

export const entrySourceSchema = objectOf({
  type: { ...orNull(textSchema), description: 'The write that it was: `orders.update`.' },
  request_id: orNull(textSchema),
  operation_id: { ...orNull(textSchema), description: 'Of `/api/operations/{id}`, where admins find it.' },
});

export const timelineEntrySchema = objectOf({
  id: textSchema,
  subject: { ...textSchema, description: 'The record that it happened to: `orders/12`.' },
  at: momentSchema,
  version: {
    ...countSchema,
    description: 'That the record is at by this; of a note, that it was written at.',
  },
  kind: entryKindSchema,
  by: { ...orNull(entryAuthorSchema), description: 'null: not known.' },
  via: entrySourceSchema,
  changes: fieldChangesSchema,
  reason: orNull(textSchema),
  note: orNull(textSchema),
  stock: { ...arrayOf(stockMoveSchema), description: 'Of counted products, that an order moved.' },
});

export function timelineOf<const Path extends string>(path: Path, what: string) {
  return read({
    path,
    summary: `Read the timeline of ${what}`,
    description: [
      'Every change, the newest first: who, when, through what, and each field from what to what. Always in pages by',
      'cursor. It stays readable for 90 days after a deletion.',
    ].join(' '),
    scope: 'admin:read',
    walked: true,
    answers: timelineEntrySchema,
  });
}

export const maxNote = 2000;
