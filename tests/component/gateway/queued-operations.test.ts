import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGateway } from '../support/gateway.ts';
import type { ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
beforeAll(async () => {
  gateway = await startGateway({ reply: () => null });
});
afterAll(() => gateway.stop());

const path = '/api/admin/orders/bulk-update';

test.each([
  ['PUT', path, { ids: [5, 6, 7], status: 'confirmed' }, 3],
  ['PUT', path, { ids: '5,6', status: 'confirmed' }, 2],
  ['PUT', path, { filters: { status: 'pending' }, status: 'confirmed' }, 0],
  ['PUT', '/api/admin/orders/5', { notes: 'ring twice' }, 1],
])('%s %s with %j waits as an operation of its records', async (method, where, json, total) => {
  const token = await gateway.token();
  const accepted = await gateway.request(method, where, { token, json, headers: { prefer: 'wait=0' } });
  expect(accepted.status).toBe(202);
  const location = accepted.headers.get('location') ?? '';
  const asked = await gateway.request('GET', location, { token });
  for (const { body } of [accepted, asked])
    expect(body).toMatchObject({ data: { status: 'queued', progress: { total, done: 0, failed: 0 } } });
});
