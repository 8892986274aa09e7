import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { followOrders } from '#clients/typescript/recipes/integrator.ts';
import {
  leaveOrder,
  placeOrder,
  type Kept,
  type PendingOrder,
} from '#clients/typescript/recipes/shoppers-app.ts';
import { startScriptedStore, type ScriptedStore } from './scripted-store.ts';

const pending: PendingOrder = { key: 'its-key', addressId: 7 };
let store: ScriptedStore;
let kept: Kept;

beforeAll(async () => {
  store = await startScriptedStore();
});
afterAll(() => store.stop());
beforeEach(() => {
  let order: PendingOrder | null = null;
  kept = { get: () => order, set: (value) => void (order = value) };
});

const refusal = (status: number) => ({
  status,
  headers: { 'retry-after': '3600' },
  body: { code: 'refused', message: 'Refused.', status },
});
const sent = () => store.seen.map(({ headers, body }) => [headers['idempotency-key'], body]);

describe('order button of a shopper’s app', () => {
  test.each([401, 403, 408, 429, 500, 503])(
    'the order button in the TypeScript client’s README keeps its pending order and idempotency key after a %i response',
    async (status) => {
      store.plays(refusal(status));
      expect(await placeOrder(store.client, 7, kept)).toEqual(['Refused.']);
      const first = kept.get();
      expect(first).toMatchObject({ addressId: 7 });
      await placeOrder(store.client, 7, kept);
      expect(kept.get()).toEqual(first);
      expect(new Set(sent().map(([key]) => key))).toEqual(new Set([first?.key]));
    },
  );

  test('the order button in the TypeScript client’s README creates a new order after the shopper has abandoned a pending one', async () => {
    store.plays(refusal(403), { status: 201, body: { data: { id: 3 } } });
    await placeOrder(store.client, 7, kept);
    leaveOrder(kept);
    expect(await placeOrder(store.client, 8, kept)).toEqual({ id: 3 });
    const [first, second] = sent();
    expect(second?.[0]).not.toBe(first?.[0]);
    expect(second?.[1]).toBe('{"payment_method":1,"address_id":8}');
  });

  test.each([409, 422])(
    'the order button in the TypeScript client’s README discards its pending order after a %i response',
    async (status) => {
      store.plays(refusal(status));
      await placeOrder(store.client, 7, kept);
      expect(kept.get()).toBeNull();
    },
  );

  test('the order button in the TypeScript client’s README resends a pending order unchanged, even if the selected address has changed', async () => {
    store.plays({ status: 201, body: { data: { id: 3 } } });
    kept.set(pending);
    expect(await placeOrder(store.client, 8, kept)).toEqual({ id: 3 });
    expect(sent()).toEqual([['its-key', '{"payment_method":1,"address_id":7}']]);
    expect(kept.get()).toBeNull();
  });
});

test('the integration job in the TypeScript client’s README begins at the oldest kept event until it has a cursor, so that a restart before its first event misses none', async () => {
  const meta = { next: 'c1', has_more: false, delayed: [] };
  const event = { id: 'e1', type: 'orders.order.placed.v2', subject: 'orders/1', data: { version: 1 } };
  const cursors: string[] = [];
  const position = { get: () => cursors.at(-1), set: (cursor: string) => void cursors.push(cursor) };
  const leaving = new AbortController();
  store.plays({ status: 200, body: { data: [event], meta } }, 'hang');
  const handle = () => {
    setTimeout(() => leaving.abort(new Error('enough')), 20);
    return Promise.resolve();
  };
  const readAll = () => Promise.resolve();
  const followed = followOrders(store.client, position, { handle, readAll }, leaving.signal);
  await expect(followed).rejects.toThrow('enough');
  expect(new URL(store.seen[0]?.url ?? '', store.url).searchParams.get('after')).toBe('0');
  expect(cursors).toEqual(['c1']);
});
