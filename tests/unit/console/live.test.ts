import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

import { isNewOrder, outdatedBy, readEvent, type LiveEvent } from '#console/data/live-events.ts';
import { createRefresher } from '#console/data/refresher.ts';

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
        ['inventory', 'count'],
      ],
    });
    expect(outdatedBy([event('orders.user.updated.v2', 'users/4')]).counts).toEqual([]);
  });

  test('after an event about a product or a product’s stock, the console treats the stock list and the count of its rows as outdated', () => {
    for (const [type, subject] of [
      ['catalog.product.created.v1', 'products/3'],
      ['orders.stock.set.v1', 'inventory/3'],
    ] as const) {
      const { lists, counts } = outdatedBy([event(type, subject)]);
      expect(lists).toContainEqual(['inventory', 'list']);
      expect(counts).toEqual([['inventory', 'count']]);
    }
  });
});

describe('refetches after live events', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('while events arrive faster than the store responds, each refetch of a list ends before the next begins, and the last one begins after the last event', async () => {
    const begunAt: number[] = [];
    const running: (() => void)[] = [];
    const refetch = ([resource, what]: readonly unknown[]) => {
      if (resource !== 'orders' || what !== 'list') return Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<undefined>();
      begunAt.push(performance.now());
      running.push(() => resolve(undefined));
      return promise;
    };
    const refresher = createRefresher(refetch, () => false);
    let lastEventAt = 0;
    for (let count = 1; count <= 20; count += 1) {
      lastEventAt = performance.now();
      refresher.notify(event('orders.order.updated.v2', `orders/${count}`));
      await jest.advanceTimersByTimeAsync(500);
      expect(running.length).toBeLessThan(2);
      // The store responds after 2.5 seconds.
      if (count % 5 === 0) running.pop()?.();
    }
    await jest.advanceTimersByTimeAsync(5_000);
    refresher.end();
    expect(begunAt.length).toBeGreaterThan(3);
    expect(begunAt.at(-1)).toBeGreaterThanOrEqual(lastEventAt);
  });
});
