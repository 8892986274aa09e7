import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  adminOrdersUpdate,
  Forbidden,
  IllegalTransition,
  operationsRead,
  PreconditionFailed,
  shopCartRead,
  shopCartSet,
  StoreError,
  Unauthenticated,
} from '#clients/typescript/src/main.ts';
import { refused, startScriptedStore, type Behaviour, type ScriptedStore } from './scripted-store.ts';

let store: ScriptedStore;
beforeAll(async () => (store = await startScriptedStore()));
afterAll(() => store.stop());

const fine: Behaviour = { status: 200, body: { data: {} } };
const expired = refused(401, 'unauthenticated');
const tokensSent = () => store.seen.map(({ headers }) => headers.authorization);

test('a call of the TypeScript client sends the method, path, headers and body that the OpenAPI document declares', async () => {
  store.plays(fine);
  const client = store.clientWith({ language: 'ar' });
  await shopCartSet({ client, path: { product_id: 3 }, body: { amount: 2 } });
  await operationsRead({ client, path: { id: 'a/b?c' } });
  expect(store.seen[0]).toMatchObject({
    method: 'PUT',
    url: '/api/client/cart/items/3',
    body: '{"amount":2}',
    headers: { 'accept-language': 'ar', 'content-type': 'application/json', authorization: 'Bearer a-token' },
  });
  expect(store.seen[1]?.url).toBe('/api/operations/a%2Fb%3Fc');
  expect(store.seen[1]?.headers['content-type']).toBeUndefined();
});

describe('bearer tokens', () => {
  test('concurrent calls of the TypeScript client share one renewal of a rejected token', async () => {
    const asked: boolean[] = [];
    const client = store.clientWith({
      token: async ({ isRenewal }) => (asked.push(isRenewal), isRenewal ? 'new' : 'old'),
    });
    store.plays(expired, expired, fine);
    await Promise.all([shopCartRead({ client }), shopCartRead({ client })]);
    expect(asked).toEqual([false, true]);
    expect(tokensSent()).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new']);
  });

  test('a call of the TypeScript client fails as unauthenticated if the renewed token is rejected too', async () => {
    let count = 0;
    const client = store.clientWith({ token: () => `token-${(count += 1)}` });
    store.plays(expired);
    await expect(shopCartRead({ client })).rejects.toBeInstanceOf(Unauthenticated);
    expect(tokensSent()).toEqual(['Bearer token-1', 'Bearer token-2']);
  });

  test('the TypeScript client does not send a rejected token again if the renewal returns the same token', async () => {
    store.plays(expired);
    await expect(shopCartRead({ client: store.client })).rejects.toBeInstanceOf(Unauthenticated);
    expect(store.seen).toHaveLength(1);
  });

  test('the TypeScript client requests a token again if the request for a token failed in an earlier call', async () => {
    let count = 0;
    const client = store.clientWith({
      token: () => {
        count += 1;
        if (count === 1) throw new Error('The provider is away.');
        return 'token';
      },
    });
    store.plays(fine);
    await expect(shopCartRead({ client })).rejects.toThrow('The provider is away.');
    expect(await shopCartRead({ client })).toEqual({});
  });

  test('a TypeScript client without a token sends no Authorization header', async () => {
    store.plays(fine);
    await shopCartRead({ client: store.clientWith({ token: undefined }) });
    expect(tokensSent()).toEqual([undefined]);
  });
});

describe('error responses', () => {
  const change = () =>
    adminOrdersUpdate({ client: store.client, path: { order: 1 }, body: { status: 'shipped' } });

  test('the TypeScript client turns an error response into an error with its own class, code, fields and request id', async () => {
    store.plays(
      refused(422, 'illegal_transition', {}, { allowed: ['confirmed'], errors: { status: ['It cannot.'] } }),
    );
    const refusal = await change().catch((error: unknown) => error as IllegalTransition);
    expect(refusal).toBeInstanceOf(IllegalTransition);
    expect(refusal).toMatchObject({
      name: 'IllegalTransition',
      message: 'It is illegal_transition.',
      code: 'illegal_transition',
      status: 422,
      allowed: ['confirmed'],
      fields: { status: ['It cannot.'] },
      requestId: 'r-1',
    });
  });

  test('the TypeScript client’s precondition_failed error has the changes since the expected version and the current ETag', async () => {
    const changes = [{ version: 2, by: 'admin:7', at: '2026-01-01T00:00:00.000Z', fields: ['notes'] }];
    store.plays(refused(412, 'precondition_failed', { ETag: '"2-en"' }, { changes }));
    const refusal = await change().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(PreconditionFailed);
    expect(refusal).toMatchObject({ changes, etag: '"2-en"' });
  });

  test('the TypeScript client turns an error response with an unknown code into a StoreError', async () => {
    store.plays(refused(422, 'newer_than_this'));
    const refusal = await change().catch((error: unknown) => error as StoreError);
    expect(refusal).toBeInstanceOf(StoreError);
    expect(refusal).toMatchObject({ code: 'newer_than_this', status: 422 });
  });

  test('a call of the TypeScript client rejects with the HTTP status if a failed response lacks the API’s error body', async () => {
    store.plays({ status: 418, body: '<h1>I am a teapot</h1>' });
    await expect(change()).rejects.toMatchObject({ code: 'unexpected_answer', status: 418 });
    store.plays(refused(403, 'forbidden'));
    await expect(change()).rejects.toBeInstanceOf(Forbidden);
  });

  test('a read of the TypeScript client rejects with the code not_modified if the store responds with 304', async () => {
    store.plays({ status: 304 });
    const headers = { 'If-None-Match': '"1-en"' };
    await expect(shopCartRead({ client: store.client, headers })).rejects.toMatchObject({
      code: 'not_modified',
    });
  });
});
