import { describe, expect, test } from '@jest/globals';

import { endpointsByPath } from '#services/gateway/http/routes.ts';
import { admin, clientOf, anonymous } from '../support/callers.ts';
import { newProduct, newSubscription } from '../support/records.ts';
import { expectRefusal } from '../../support/refusals.ts';
import type { Product } from '../../support/resources.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a form that can only POST', () => {
  test.each(['PUT', 'PATCH', 'put'])(
    'a POST form updates a record with _method=%s in its body',
    async (method) => {
      const { id } = await newProduct();
      const options = { body: `_method=${method}&price=3`, headers: form };
      expect((await admin.send<Product>('POST', `/api/admin/products/${id}`, options)).data.price).toBe(3);
    },
  );

  test('a POST updates a record with _method in the query or an override header', async () => {
    const { id } = await newProduct();
    const path = `/api/admin/products/${id}`;
    expect((await admin.post<Product>(`${path}?_method=PUT`, { price: 4 })).data.price).toBe(4);
    const header = { 'x-http-method-override': 'PATCH' };
    expect((await admin.post<Product>(path, { price: 5 }, header)).data.price).toBe(5);
  });

  test('a POST form deletes a record with _method=DELETE', async () => {
    const { id } = await newSubscription();
    const path = `/api/admin/subscriptions/${id}`;
    expect((await admin.send('POST', path, { body: '_method=DELETE', headers: form })).status).toBe(204);
    expectRefusal(await admin.get(path), 'not_found');
  });

  test('a POST form with an unknown _method is rejected with 405', async () => {
    const { id } = await newProduct();
    const options = { body: '_method=PURGE', headers: form };
    expectRefusal(await admin.send('POST', `/api/admin/products/${id}`, options), 'method_not_allowed');
  });

  test('a GET request with _method=DELETE deletes no record', async () => {
    const { id } = await newProduct();
    expect((await admin.get(`/api/admin/products/${id}?_method=DELETE`)).status).toBe(200);
    expect((await admin.get(`/api/admin/products/${id}`)).status).toBe(200);
  });
});

test('PATCH updates a record as PUT does', async () => {
  const { id } = await newProduct();
  const patched = await admin.send<Product>('PATCH', `/api/admin/products/${id}`, { json: { price: 6.5 } });
  expect([patched.status, patched.data.price]).toEqual([200, 6.5]);
});

test('HEAD returns the status and headers of GET without a body', async () => {
  const { id } = await newProduct();
  const head = await admin.send('HEAD', `/api/admin/products/${id}`);
  const get = await admin.get(`/api/admin/products/${id}`);
  expect([head.status, head.text, head.header('etag')]).toEqual([200, '', get.header('etag')]);
  expect((await admin.send('HEAD', '/api/admin/products/999999999')).status).toBe(404);
  expect((await admin.send('HEAD', '/api/admin/products?paginate=1')).status).toBe(200);
});

describe('an unsupported method', () => {
  const all = ['GET', 'POST', 'PUT', 'DELETE'];
  const missing = endpointsByPath().flatMap(([path, methods]) =>
    all.filter((method) => !methods.has(method)).map((method): [string, string] => [method, path]),
  );

  test.each(missing)(
    'the request %s %s is rejected with 405, and Allow lists the supported methods',
    async (method, path) => {
      const caller = path.startsWith('/api/client') ? clientOf(1) : admin;
      const reply = await caller.send(method, path.replaceAll(/:\w+/g, '1'));
      const { message } = expectRefusal(reply, 'method_not_allowed');
      const allowed = (reply.header('allow') ?? '').split(', ');
      const declared = endpointsByPath().find(([known]) => known === path)?.[1] ?? new Map<string, unknown>();
      expect(allowed).toEqual(expect.arrayContaining([...declared.keys()]));
      expect(allowed).not.toContain(method);
      expect(message).toMatch(new RegExp(`^The ${method} method is not supported for route api/`));
    },
  );
});

describe('an unknown path', () => {
  test.each(['/api/admin/nothing', '/api/client/orders/1/2/3', '/api/nothing'])(
    'the unknown path %s returns 404',
    async (path) => {
      expectRefusal(await admin.get(path), 'not_found');
    },
  );

  test('an unknown path returns 401 to callers without a token', async () => {
    expectRefusal(await anonymous.get('/api/admin/nothing'), 'unauthenticated');
  });
});
