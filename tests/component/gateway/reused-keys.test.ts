import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Command } from '#shared/contracts/kit/define.ts';
import { startGateway, type ComponentGateway } from '../support/gateway.ts';

/** A service that decides every command at once. Like a worker, it keeps the outcome of the first body of each key. */

const records = new Map<string, object>();
let gateway: ComponentGateway;
beforeAll(async () => {
  gateway = await startGateway({
    reply: (command) => {
      if (!records.has(command.id)) records.set(command.id, recordOf(command));
      return null;
    },
    ask: (_service, _method, path) => {
      const record = records.get(path.replace('/operations/', '')) ?? null;
      return Promise.resolve({ record, bulk: null, isWorkerAlive: true, takenUpTo: null });
    },
  });
});
afterAll(() => gateway.stop());

function recordOf({ id, type, fingerprint, at }: Command): object {
  const outcome = { status: 200, location: null, version: 2, body: '{"id":1}' };
  const short = fingerprint.slice(0, 12);
  return {
    _id: id,
    type,
    owner: 'admin:admin',
    fingerprint: short,
    state: 'done',
    outcome,
    accepted_at: at,
    decided_at: at,
  };
}

/** Sends a write with this price, without waiting for its outcome. Resolves with the URL of its operation. */
async function send(price: number, key: string): Promise<string> {
  const headers = { Prefer: 'respond-async', 'Idempotency-Key': key };
  const asked = { token: await gateway.token(), json: { price }, headers };
  const accepted = await gateway.request('PUT', '/api/admin/subscriptions/1', asked);
  expect(accepted.status).toBe(202);
  return accepted.headers.get('location') ?? '';
}
async function ask(method: string, url: string) {
  return gateway.request(method, url, { token: await gateway.token() });
}

test('if a key is reused with another body and the client does not wait, the operation of the second write has failed', async () => {
  const first = await send(5, 'reused');
  const second = await send(6, 'reused');
  expect((await ask('GET', first)).body).toMatchObject({ data: { status: 'succeeded', error: null } });
  expect((await ask('GET', second)).body).toMatchObject({
    data: {
      id: second.replace('/api/operations/', ''),
      status: 'failed',
      result: null,
      error: { code: 'idempotency_key_reused', status: 422 },
    },
  });
  expect((await ask('GET', `${second}/report`)).status).toBe(404);
  expect(await ask('DELETE', second)).toMatchObject({ status: 409, body: { code: 'conflict' } });
});

test('if a client repeats a write with the same key and does not wait, both operations show the outcome of the one write', async () => {
  for (const url of [await send(5, 'repeated'), await send(5, 'repeated')])
    expect((await ask('GET', url)).body).toMatchObject({
      data: { status: 'succeeded', result: { status: 200 } },
    });
});
