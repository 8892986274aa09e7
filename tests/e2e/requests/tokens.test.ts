import { describe, expect, test } from '@jest/globals';

import { clientOf, withToken } from '../support/callers.ts';
import { expectRefusal } from '../../support/refusals.ts';

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
    ['that is not a JWT', 'nonsense'],
    ['without a signature', `${unsigned({ alg: 'none', typ: 'at+jwt' }, claims)}.`],
    ['with a forged signature', `${unsigned({ alg: 'ES256', typ: 'at+jwt' }, claims)}.${'A'.repeat(86)}`],
    [
      'with a symmetric signature algorithm',
      `${unsigned({ alg: 'HS256', typ: 'at+jwt' }, claims)}.${'A'.repeat(43)}`,
    ],
  ])('a token %s is rejected with 401', async (_name, token) => {
    expectRefusal(await withToken(token).get('/api/admin/orders?paginate=1'), 'unauthenticated');
  });

  test('the token of an unknown user reads empty lists and cannot write', async () => {
    const stranger = clientOf(999_999_999);
    expect((await stranger.get('/api/client/orders')).data).toEqual([]);
    expect((await stranger.get('/api/client/addresses')).data).toEqual([]);
    const address = { line1: '1 Nowhere', city: 'Amman', country: 'JO' };
    expectRefusal(await stranger.post('/api/client/addresses', address), 'forbidden');
    expectRefusal(await stranger.post('/api/client/cart/items', { product_id: 1, amount: 1 }), 'forbidden');
  });
});
