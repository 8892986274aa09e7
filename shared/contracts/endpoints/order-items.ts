import { post, put, read, remove, type ResourceContract } from '../kit/define.ts';
import { object, required, sometimes } from '../kit/fields.ts';
import { integer, reference } from '../kit/field-kinds.ts';
import { dateFilter, idsFilter } from '../kit/filter-kinds.ts';
import { listOf } from '../kit/list-query.ts';
import { linePrices, maxAmount, orderItemSchema } from './order-lines.ts';

export const orderItemReads = {
  'order-items.list': read('/api/admin/profile/order-items', {
    summary: 'List order items',
    description: 'The lines of all orders.',
    list: listOf({
      filters: { order_id: idsFilter(), product_id: idsFilter(), created_at: dateFilter(), id: idsFilter() },
      searchable: ['id', 'order_id', 'product_id', 'product names'],
    }),
    answers: orderItemSchema,
  }),
  'order-items.read': read('/api/admin/profile/order-items/:order_item', {
    summary: 'Read an order item',
    description: 'With the order’s copy of its product.',
    // The version is that of the order. An item that moves to another order may find the same version there.
    composed: true,
    answers: orderItemSchema,
  }),
};

export const orderItemContract = {
  sections: { 'Admin order items': 'The lines of orders, one by one.' },
  reads: orderItemReads,
  writes: {
    'order-items.create': post('/api/admin/profile/order-items', {
      summary: 'Add an item to an order',
      description:
        'Absent prices are those of the product. Takes stock if the order holds stock. The order’s figures change too if its `figures` is `lines`.',
      body: object({
        order_id: required(reference('orders')),
        product_id: required(reference('products')),
        amount: required(integer({ min: 1, max: maxAmount })),
        ...linePrices,
      }),
      composed: true,
      // Since version 2, the three commands also recalculate the order's amounts.
      version: 2,
      status: 201,
      answers: orderItemSchema,
      refuses: ['out_of_stock'],
      example: { order_id: 1, product_id: 1, amount: 2 },
    }),
    'order-items.update': put('/api/admin/profile/order-items/:order_item', {
      summary: 'Change an order item; a changed order_id moves it',
      description:
        'Send the fields that change. A smaller amount returns stock, a larger one takes stock. The version of its order rises, and its figures change too if its `figures` is `lines`.',
      body: object({
        order_id: sometimes(reference('orders')),
        product_id: sometimes(reference('products')),
        amount: sometimes(integer({ min: 1, max: maxAmount })),
        ...linePrices,
      }),
      composed: true,
      version: 2,
      answers: orderItemSchema,
      refuses: ['out_of_stock'],
      example: { amount: 3 },
    }),
    'order-items.delete': remove('/api/admin/profile/order-items/:order_item', {
      summary: 'Remove an item from its order',
      description: 'Returns the stock that it holds. The version of its order rises.',
      version: 2,
      exampleIds: { order_item: 11 },
    }),
  },
} satisfies ResourceContract;
