import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { formKey } from '#clients/example-shop/src/form-key.ts';
import { shopCartAdd } from '#clients/typescript/src/main.ts';
import { refused, startScriptedStore, type ScriptedStore } from '../typescript/scripted-store.ts';

let store: ScriptedStore;

beforeAll(async () => {
  store = await startScriptedStore();
});
afterAll(() => store.stop());

/** Sends the form twice and returns the number of idempotency keys that the store has seen. */
async function keysOfTwoAttempts(between: (form: EventTarget) => void = () => undefined): Promise<number> {
  const form = new EventTarget();
  const { send } = formKey(form);
  const body = { product_id: 1, amount: 1 };
  const attempt = () => send((headers) => shopCartAdd({ client: store.client, body, headers }));
  await expect(attempt()).rejects.toThrow();
  between(form);
  await expect(attempt()).rejects.toThrow();
  return new Set(store.seen.map(({ headers }) => headers['idempotency-key'])).size;
}

test.each([
  [403, 'forbidden'],
  [409, 'out_of_stock'],
  [422, 'validation_failed'],
])('a form of the example shop uses a new idempotency key after the refusal %i %s', async (status, code) => {
  store.plays(refused(status, code));
  expect(await keysOfTwoAttempts()).toBe(2);
});

test.each([
  [401, 'unauthenticated'],
  [429, 'too_many_requests'],
  [500, 'internal_error'],
  [503, 'unavailable'],
])(
  'a form of the example shop sends unchanged input again with the same idempotency key after the response %i %s',
  async (status, code) => {
    store.plays(refused(status, code, { 'retry-after': '3600' }));
    expect(await keysOfTwoAttempts()).toBe(1);
  },
);

test('a form of the example shop uses a new idempotency key for changed input', async () => {
  store.plays(refused(500, 'internal_error'));
  expect(await keysOfTwoAttempts((form) => form.dispatchEvent(new Event('input')))).toBe(2);
});
