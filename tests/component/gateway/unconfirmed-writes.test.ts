import { expect, test } from '@jest/globals';
import { Problem } from '#shared/contracts/errors.ts';
import { useGateway } from '../support/gateway.ts';

const gateway = await useGateway({
  reply: () => {
    throw new Problem('outcome_unknown', { headers: { 'Retry-After': '1' } });
  },
});

test('if RabbitMQ did not confirm a write, its operation has the status unknown and a note that no queue contains the command', async () => {
  const token = await gateway.token();
  const json = { notes: 'ring twice' };
  const refused = await gateway.request('PUT', '/api/admin/orders/5', { token, json });
  expect(refused.status).toBe(503);
  const asked = await gateway.request('GET', refused.headers.get('location') ?? '', { token });
  expect(asked.body).toMatchObject({
    data: { status: 'unknown', note: expect.stringContaining('No queue') },
  });
});
