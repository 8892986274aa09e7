import { expect, test } from '@jest/globals';
import { useGateway } from '../support/gateway.ts';

const gateway = await useGateway();

test.each([
  ['GET', '/api/admin/orders/1', 406, { accept: 'image/png' }],
  ['GET', '/api/nowhere', 404, {}],
  ['DELETE', '/api/admin/orders', 405, {}],
  ['PUT', '/api/admin/orders/1', 415, { 'content-type': 'text/plain' }],
])(
  'the response to %s %s has status %i and the caller’s rate limit headers',
  async (method, path, status, headers) => {
    const token = await gateway.token();
    const body = method === 'PUT' ? { body: 'text' } : {};
    const answer = await gateway.request(method, path, { token, headers, ...body });
    expect(answer.status).toBe(status);
    const [limit, remaining] = ['x-ratelimit-limit', 'x-ratelimit-remaining'].map((name) =>
      Number(answer.headers.get(name) ?? NaN),
    );
    expect(limit).toBeGreaterThan(0);
    expect(remaining).toBe(Number(limit) - 1);
  },
);

test('a request without a token gets 401 before the gateway checks its Accept header', async () => {
  const answer = await gateway.request('GET', '/api/admin/orders/1', { headers: { accept: 'image/png' } });
  expect(answer.status).toBe(401);
});
