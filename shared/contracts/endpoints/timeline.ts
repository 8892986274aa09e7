import type { JsonSchema } from '../schema-kit/fields.ts';
import { countSchema, idSchema, objectOf, orNull } from '../schema-kit/resource-schema.ts';

/** What a row of the ledger says happened to its record. */
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

export const fieldChangeSchema = objectOf(
  {
    from: { description: 'null: there was nothing. Absent: not known.' },
    to: { description: 'null: there is nothing any more. Absent: not known.' },
  },
  ['from', 'to'],
);

/** Changes by the dotted name of each field: `items.12.amount` is the amount of the item with the id 12. */
export const fieldChangesSchema: JsonSchema = {
  type: 'object',
  additionalProperties: fieldChangeSchema,
  description: 'By dotted name of each field: `en.name`; `items.12.amount`, 12 being the item’s id.',
};

const moveSchema = objectOf({ from: orNull({ type: 'integer' }), to: orNull({ type: 'integer' }) });

/** What moved of a counted product's stock. */
export const stockMoveSchema = objectOf({
  product_id: idSchema,
  version: { ...countSchema, description: 'That the product’s inventory is at by this.' },
  stock: moveSchema,
  held: moveSchema,
});
