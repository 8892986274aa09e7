import { read, write } from '../schema-kit/define.ts';
import { describe, object, required } from '../schema-kit/fields.ts';
import { integer } from '../schema-kit/field-kinds.ts';
import type { Field } from '../schema-kit/fields.ts';
import { countSchema, idSchema, momentSchema, objectOf, orNull } from '../schema-kit/resource-schema.ts';
import { timelineOf } from './timeline.ts';

export const inventorySchema = objectOf({
  product_id: idSchema,
  stock: orNull({ ...countSchema, description: 'Units that can still be sold; null: not counted.' }),
  held: { ...countSchema, description: 'Units taken by orders that are not delivered yet.' },
  updated_at: orNull(momentSchema),
});

export const maxStock = 1_000_000_000;

/** A stock count that must be sent, where null says "not counted". */
function countOrNull(): Field<number | null> {
  return integer({ min: 0, max: maxStock }).required().allow(null) as Field<number | null>;
}

export const inventoryReads = {
  'inventory.read': read({
    path: '/api/admin/inventory/:product',
    summary: 'Read the stock of a product',
    description:
      '`stock` is what can still be sold, null while it is not counted; `held` is taken by orders on their way.',
    scope: 'admin:read',
    answers: inventorySchema,
  }),
  'inventory.timeline': timelineOf('/api/admin/inventory/:product/timeline', 'the stock of a product'),
};

export const inventoryWrites = {
  'inventory.set': write({
    method: 'put',
    path: '/api/admin/inventory/:product',
    summary: 'Set what can still be sold of a product',
    description: 'Leaves `held` alone. null: the product is not counted and can always be ordered.',
    scope: 'admin',
    body: object({ stock: describe(countOrNull(), 'Units that can still be sold; null: not counted.') }),
    status: 200,
    answers: inventorySchema,
    example: { stock: 100 },
  }),
  'inventory.adjust': write({
    method: 'post',
    path: '/api/admin/inventory/:product/adjust',
    summary: 'Add to the stock of a product, or take from it',
    description:
      '`by` may be negative, down to nothing left. A product that is not counted has to be set first.',
    scope: 'admin',
    body: object({ by: required(integer({ min: -maxStock, max: maxStock })) }),
    status: 200,
    answers: inventorySchema,
    example: { by: 5 },
  }),
};
