import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  leaveCheckout,
  pendingCheckout,
  saveCheckout,
  sendCheckout,
  type KeyValueStorage,
} from '#clients/example-shop/src/pending-checkout.ts';
import { startScriptedStore, type ScriptedStore } from '../typescript/scripted-store.ts';

const body = { payment_method: 1, address_id: 7, notes: null };
const hour = 3_600_000;
let store: ScriptedStore;
let storage: KeyValueStorage;

beforeAll(async () => {
  store = await startScriptedStore();
});
afterAll(() => store.stop());
beforeEach(() => {
  const items = new Map<string, string>();
  storage = {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, value) => void items.set(name, value),
    removeItem: (name) => void items.delete(name),
  };
});

async function send(): Promise<unknown> {
  const checkout = pendingCheckout(storage);
  if (checkout === null) throw new Error('None is pending.');
  return sendCheckout(store.client, storage, checkout);
}

const refusal = (status: number, code: string) => ({ status, body: { code, message: code, status } });
const keys = () => [...new Set(store.seen.map(({ headers }) => headers['idempotency-key']))];

describe('pending checkouts', () => {
  test('the example shop saves a checkout before sending it, and a second click does not replace the saved checkout', () => {
    saveCheckout(storage, body);
    const first = pendingCheckout(storage);
    expect(first).toMatchObject({ body });
    saveCheckout(storage, { ...body, address_id: 8 });
    expect(pendingCheckout(storage)).toEqual(first);
  });

  test('the example shop removes a saved checkout once its order is placed', async () => {
    store.plays({ status: 201, body: { data: { id: 3 } } });
    saveCheckout(storage, body);
    expect(await send()).toEqual({ id: 3 });
    expect(pendingCheckout(storage)).toBeNull();
  });

  test.each([
    [409, 'out_of_stock'],
    [422, 'validation_failed'],
  ])(
    'the example shop removes a saved checkout after the final error response %i %s',
    async (status, code) => {
      store.plays(refusal(status, code));
      saveCheckout(storage, body);
      await expect(send()).rejects.toMatchObject({ code });
      expect(pendingCheckout(storage)).toBeNull();
    },
  );

  test.each([
    [401, 'unauthenticated'],
    [403, 'forbidden'],
    [429, 'too_many_requests'],
    [500, 'internal_error'],
    [503, 'unavailable'],
  ])(
    'the example shop keeps a saved checkout’s idempotency key and body for a retry after the error response %i %s',
    async (status, code) => {
      store.plays({ ...refusal(status, code), headers: { 'retry-after': '3600' } });
      saveCheckout(storage, body);
      await expect(send()).rejects.toMatchObject({ code });
      await expect(send()).rejects.toMatchObject({ code });
      expect(keys()).toEqual([pendingCheckout(storage)?.key]);
      expect(new Set(store.seen.map((seen) => seen.body)).size).toBe(1);
    },
  );

  test('the example shop removes a saved checkout that the shopper abandons, and the next checkout gets a new idempotency key', () => {
    saveCheckout(storage, body);
    const left = pendingCheckout(storage);
    leaveCheckout(storage);
    expect(pendingCheckout(storage)).toBeNull();
    saveCheckout(storage, body);
    expect(pendingCheckout(storage)?.key).not.toBe(left?.key);
  });

  test('the example shop removes a saved checkout before its idempotency key expires after 24 hours', () => {
    saveCheckout(storage, body, 0);
    expect(pendingCheckout(storage, 22 * hour)).not.toBeNull();
    expect(pendingCheckout(storage, 24 * hour)).toBeNull();
    expect(pendingCheckout(storage, 0)).toBeNull();
  });
});
