import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

let gateway: ComponentGateway;
beforeAll(async () => {
  gateway = await startGateway({ reply: () => null });
});
afterAll(() => gateway.stop());

test.each([
  ['lists its records by id', { ids: [4, 5, 6] }, 3],
  ['selects its records by filters', { all: true }, 0],
])(
  'the first response to bulk work that %s already shows the number of records',
  async (_how, json, total) => {
    const token = await gateway.token();
    const asked = { token, json: { ...json, status: 'confirmed' }, headers: { Prefer: 'respond-async' } };
    const accepted = await gateway.request('PUT', '/api/admin/orders/bulk-update', asked);
    expect(accepted.status).toBe(202);
    const progress = { total, done: 0, failed: 0 };
    expect(accepted.body).toMatchObject({ data: { status: 'queued', progress } });
    const later = await gateway.request('GET', accepted.headers.get('location') ?? '', { token });
    expect(later.body).toMatchObject({ data: { status: 'queued', progress } });
  },
);

test('a queued write of a single record shows a total of one record', async () => {
  const token = await gateway.token();
  const asked = { token, json: { notes: 'ring twice' }, headers: { Prefer: 'respond-async' } };
  const accepted = await gateway.request('PUT', '/api/admin/orders/5', asked);
  expect(accepted.body).toMatchObject({ data: { progress: { total: 1, done: 0, failed: 0 } } });
});
