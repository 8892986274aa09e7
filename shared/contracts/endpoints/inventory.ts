import { post, put, read, type ResourceContract } from '../kit/define.ts';
import { eventsOf } from '../kit/event-schema.ts';
import { nullable, object, required } from '../kit/fields.ts';
import { flag, integer, text } from '../kit/field-kinds.ts';
import { countFilter, idsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import * as s from '../kit/resource-schema.ts';
import { timelineOf } from './timeline.ts';

const figures = {
  stock: s.orNull(s.described(s.count, 'Units that can still be sold; null: not counted.')),
  held: s.described(s.count, 'Units taken by orders that are not delivered yet.'),
  low_stock_at: s.orNull(
    s.described(s.count, 'The threshold: stock is low at this number of units or fewer.'),
  ),
  low: s.described(s.boolean, 'Whether stock is at the threshold or below.'),
};

export const stockRowSchema = s.named('StockRow', { product_id: s.id, name: s.text, ...figures });
export const inventorySchema = s.named('Inventory', {
  product_id: s.id,
  ...figures,
  updated_at: s.orNull(s.moment),
});

export const maxStock = 1_000_000_000;

const count = () => integer({ min: 0, max: maxStock });
const reason = nullable(text({ max: 500 }), 'The reason, shown in the timeline.');

export const inventoryReads = {
  'inventory.list': read('/api/admin/inventory', {
    summary: 'List the stock of products',
    description:
      'Products with counted stock, now or in the past, or with a threshold. Other products can always be ordered. `filters[low]`: stock at the threshold or below.',
    impersonal: true,
    list: listOf({
      filters: {
        product_id: idsFilter(),
        name: text({ max: 255 }),
        stock: countFilter({ max: maxStock }),
        low: flag(),
      },
      costs: { name: 'scan', stock: 'scan' },
      searchable: ['product_id', 'name'],
      sortable: ['product_id', 'stock', 'held', 'low_stock_at'],
    }),
    answers: stockRowSchema,
  }),
  'inventory.read': read('/api/admin/inventory/:product', {
    summary: 'Read the stock of a product',
    description:
      '`stock` is what can still be sold, or null if it is not counted. `held` is reserved for orders that are not delivered yet.',
    impersonal: true,
    answers: inventorySchema,
  }),
  'inventory.timeline': timelineOf('/api/admin/inventory/:product/timeline', 'the stock of a product'),
};

export const inventoryContract = {
  sections: {
    'Admin inventory': 'How many units of a product are in stock, and how many are held for orders.',
  },
  events: eventsOf('orders', 'inventory', inventorySchema, {
    'orders.stock.set.v1':
      'The stock of a product was set or adjusted by hand, or a repair corrected its held units. (Events of orders have the stock that they move.)',
    'orders.stock.low.v1':
      'The stock of a product reached its threshold or fell below it, by an order, by hand or by a new threshold. Published once, until the stock is above it again. If a shopper’s order caused it, `by` is null.',
  }),
  reads: inventoryReads,
  writes: {
    'inventory.set': put('/api/admin/inventory/:product', {
      summary: 'Set the stock of a product',
      description:
        '`stock`, `low_stock_at` or both. `held` does not change. With `stock` null the product is not counted and can always be ordered.',
      body: object({
        stock: nullable(count(), 'Units that can still be sold; null: not counted.'),
        low_stock_at: nullable(
          count(),
          'Stock is low at this number of units or fewer, and an event reports it; null: no threshold.',
        ),
        reason,
      }),
      answers: inventorySchema,
      example: { stock: 100, low_stock_at: 10, reason: 'Counted' },
    }),
    'inventory.adjust': post('/api/admin/inventory/:product/adjust', {
      summary: 'Add to the stock of a product, or take from it',
      description:
        '`by` may be negative, but no stock falls below 0. Set the stock of a product first if it is not counted.',
      body: object({ by: required(integer({ min: -maxStock, max: maxStock })), reason }),
      answers: inventorySchema,
      example: { by: 5, reason: 'Delivery' },
    }),
  },
} satisfies ResourceContract;
