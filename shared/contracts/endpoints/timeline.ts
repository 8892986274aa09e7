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
const entryKindSchema: SchemaOf<EntryKind> = { type: 'string', enum: entryKinds };

const anyValue: SchemaOf<unknown> = {};

/** A value is absent if it is unknown, as for changes by releases that had no ledger. */
const fieldChangeSchema = objectOf(
  {
    from: { ...anyValue, description: 'null: no value. Absent: unknown.' },
    to: { ...anyValue, description: 'null: no value any more. Absent: unknown.' },
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
  description: 'Keyed by dotted field names: `en.name`; `items.12.amount` for the item with the id 12.',
};

const countChangeSchema = objectOf({ from: orNull({ type: 'integer' }), to: orNull({ type: 'integer' }) });

/** `lost`: units that came back in returns and cannot be sold again, in all. Absent: none were added. */
export const stockMoveSchema = objectOf(
  {
    product_id: idSchema,
    version: { ...countSchema, description: 'The version of the product’s stock record after this change.' },
    stock: countChangeSchema,
    held: countChangeSchema,
    lost: countChangeSchema,
  },
  ['lost'],
);

const areaSchema: SchemaOf<'admin' | 'client'> = { type: 'string', enum: ['admin', 'client'] };
const entryAuthorSchema = objectOf({
  area: areaSchema,
  subject: { ...textSchema, description: 'The subject of the token.' },
  name: { ...textSchema, description: 'The token’s claim `name`, otherwise its subject.' },
});

const entrySourceSchema = objectOf({
  type: { ...orNull(textSchema), description: 'The kind of write: `orders.update`.' },
  request_id: orNull(textSchema),
  operation_id: {
    ...orNull(textSchema),
    description: 'The operation at `/api/operations/{id}`, which admins can read.',
  },
});

export const timelineEntrySchema = objectOf({
  id: textSchema,
  subject: { ...textSchema, description: 'The changed record: `orders/12`.' },
  at: momentSchema,
  version: {
    ...countSchema,
    description: 'The version of the record after this change; for a note, when it was written.',
  },
  kind: entryKindSchema,
  by: { ...orNull(entryAuthorSchema), description: 'null: unknown.' },
  via: entrySourceSchema,
  changes: fieldChangesSchema,
  reason: orNull(textSchema),
  note: orNull(textSchema),
  stock: {
    ...arrayOf(stockMoveSchema),
    description: 'Stock of counted products that the change of an order moved.',
  },
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

/** The schemas of timelines, keyed by their names in the OpenAPI documents. */
export const timelineSchemas = {
  CountChange: countChangeSchema,
  EntryAuthor: entryAuthorSchema,
  EntryKind: entryKindSchema,
  EntrySource: entrySourceSchema,
  FieldChange: fieldChangeSchema,
  StockMove: stockMoveSchema,
  TimelineEntry: timelineEntrySchema,
};
