import { describe, expect, test } from '@jest/globals';

import { isNewOrder, outdatedBy, readEvent, type LiveEvent } from '#console/data/live-events.ts';

const event = (type: string, subject: string, data: object = {}): LiveEvent => {
  const read = readEvent(JSON.stringify({ type, subject, data }));
  if (read === undefined) throw new Error('It is no event of a record.');
  return read;
};

describe('live events', () => {
  test('the console parses type, record, author and stock from an event, and ignores an event about an unknown type of record', () => {
    const data = { by: { area: 'admin', subject: 'layla' }, stock: [{ product_id: 3, version: 9 }] };
    expect(event('orders.order.placed.v2', 'orders/12', data)).toEqual({
      type: 'orders.order.placed.v2',
      resource: 'orders',
      id: 12,
      by: 'layla',
      stock: [3],
    });
    expect(readEvent(JSON.stringify({ type: 'x', subject: 'imports/abc' }))).toBeUndefined();
  });

  test('the console announces a new order for an order’s events `placed` and `created`, and for no other event of an order', () => {
    const types = ['placed', 'created', 'updated', 'status-changed', 'noted'];
    expect(types.map((type) => isNewOrder(event(`orders.order.${type}.v2`, 'orders/1')))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('an event marks the changed record, the lists with such records and, for an order, the order counts as outdated in the console', () => {
    const events = [
      event('orders.order.placed.v2', 'orders/12', { stock: [{ product_id: 3 }] }),
      event('orders.order.updated.v2', 'orders/12'),
      event('catalog.product.updated.v1', 'products/3'),
    ];
    expect(outdatedBy(events)).toEqual({
      records: [
        ['orders', 12],
        ['inventory', 3],
        ['products', 3],
      ],
      lists: [
        ['orders', 'list'],
        ['products', 'list'],
        ['inventory', 'list'],
      ],
      counts: [
        ['orders', 'count'],
        ['orders', 'waiting'],
        ['orders', 'arrivals'],
      ],
    });
    expect(outdatedBy([event('catalog.product.updated.v1', 'products/3')]).counts).toEqual([]);
  });
});
