import { describe, expect, test } from '@jest/globals';

import { endpoints } from '../../../services/gateway/routes.ts';
import type { Endpoint } from '../../../services/gateway/routes.ts';
import { admin, auditor, clientOf, nobody, withToken } from '../support/callers.ts';
import type { Caller } from '../support/callers.ts';
import { lists, named, nameOf, reads, validRequest, writes } from '../support/endpoints.ts';
import { expectRefusal } from '../support/refusals.ts';

const ofArea = (area: string) =>
  endpoints.filter(({ declared }) => declared.path.startsWith(`/api/${area}/`));

/** The endpoint asked by someone else than it is for; ids that name nothing, since nothing may be looked up. */
function ask(caller: Caller, { kind, declared }: Endpoint) {
  const path = declared.path.replaceAll(/:\w+/g, '1');
  return caller.send(declared.method.toUpperCase(), path, kind === 'write' ? { json: declared.example } : {});
}

test.each(named(endpoints))('%s refuses a caller without a token', async (_name, endpoint) => {
  const reply = await ask(nobody, endpoint);
  expect(expectRefusal(reply, 'unauthenticated').message).toBe('Unauthenticated.');
  expect(reply.header('www-authenticate')).toMatch(/^Bearer /);
});

test.each(named(ofArea('admin')))('%s refuses a client', async (_name, endpoint) => {
  expect(expectRefusal(await ask(clientOf(1), endpoint), 'forbidden').message).toBe(
    'This action is unauthorized.',
  );
});

test.each(named(ofArea('client')))('%s refuses an admin', async (_name, endpoint) => {
  expectRefusal(await ask(admin, endpoint), 'forbidden');
});

test.each(named(writes.filter((endpoint) => ofArea('admin').includes(endpoint))))(
  '%s refuses a token that may only read',
  async (_name, endpoint) => {
    expectRefusal(await ask(auditor, endpoint), 'forbidden');
  },
);

test.each(named(reads.filter((endpoint) => ofArea('admin').includes(endpoint))))(
  '%s answers a token that may only read',
  async (_name, endpoint) => {
    const { path } = await validRequest(endpoint);
    const reply = await auditor.get(lists.includes(endpoint) ? `${path}?paginate=1` : path);
    expect(reply.status).toBe(200);
  },
);

test('every endpoint belongs to one of the two areas', () => {
  const others = endpoints.filter(
    (endpoint) => ![...ofArea('admin'), ...ofArea('client')].includes(endpoint),
  );
  expect(others.map(nameOf)).toEqual([]);
});

describe('a token', () => {
  const unsigned = (header: object, claims: object) =>
    [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const claims = {
    sub: 'admin',
    scope: 'admin',
    iss: 'storefront',
    aud: 'storefront-api',
    exp: 9_999_999_999,
  };

  test.each([
    ['that is no token', 'nonsense'],
    ['without a signature', `${unsigned({ alg: 'none', typ: 'at+jwt' }, claims)}.`],
    ['with a made-up signature', `${unsigned({ alg: 'ES256', typ: 'at+jwt' }, claims)}.${'A'.repeat(86)}`],
    [
      'signed as if the key were a password',
      `${unsigned({ alg: 'HS256', typ: 'at+jwt' }, claims)}.${'A'.repeat(43)}`,
    ],
  ])('%s is refused', async (_name, token) => {
    expectRefusal(await withToken(token).get('/api/admin/orders?paginate=1'), 'unauthenticated');
  });

  test('of a user that does not exist reads empty lists and cannot write', async () => {
    const stranger = clientOf(999_999_999);
    expect((await stranger.get('/api/client/orders')).data).toEqual([]);
    expect((await stranger.get('/api/client/addresses')).data).toEqual([]);
    const address = { line1: '1 Nowhere', city: 'Amman', country: 'JO' };
    expectRefusal(await stranger.post('/api/client/addresses', address), 'forbidden');
    expectRefusal(await stranger.post('/api/client/cart/items', { product_id: 1, amount: 1 }), 'forbidden');
  });
});
