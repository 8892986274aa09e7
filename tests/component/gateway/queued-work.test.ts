import { expect, test } from '@jest/globals';
import { bulkOperation } from '../support/bulk-work.ts';
import { startGateway, useGateway } from '../support/gateway.ts';

const gateway = await useGateway({ reply: () => null });

test.each([
  ['lists its records by id', { ids: [4, 5, 6] }, 3],
  ['selects all records', { all: true }, 0],
])(
  'the 202 response to bulk work that %s has as its progress total the number of records known so far',
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

test('the 202 response to a queued write of a single record has a progress total of one record', async () => {
  const token = await gateway.token();
  const asked = { token, json: { notes: 'ring twice' }, headers: { Prefer: 'respond-async' } };
  const accepted = await gateway.request('PUT', '/api/admin/orders/5', asked);
  expect(accepted.body).toMatchObject({ data: { progress: { total: 1, done: 0, failed: 0 } } });
});

test('bulk work that is rejected at once has the number of its records in its operation', async () => {
  const at = new Date().toISOString();
  const outcome = { problem: { code: 'conflict' as const } };
  let record: object | null = null;
  const refusing = await startGateway({
    reply: ({ id, type }) => {
      record = {
        _id: id,
        type,
        owner: 'admin:layla',
        state: 'done',
        accepted_at: at,
        decided_at: at,
        outcome,
      };
      return { correlationId: id, outcome, replayed: false, at: Date.parse(at) };
    },
    ask: (_service, _method, path) =>
      Promise.resolve(
        path.startsWith('/operations/')
          ? { record, bulk: null, isWorkerAlive: true, takenUpTo: null }
          : { count: 0 },
      ),
  });
  try {
    const token = await refusing.token('layla');
    const json = { ids: [1, 2, 3], status: 'confirmed' };
    const refused = await refusing.request('PUT', '/api/admin/orders/bulk-update', { token, json });
    expect(refused.status).toBe(409);
    const { _id } = record as unknown as { _id: string };
    const read = await refusing.request('GET', `/api/operations/${_id}`, { token });
    expect(read.body).toMatchObject({
      data: { status: 'failed', progress: { total: 3, done: 0, failed: 3 } },
    });
  } finally {
    await refusing.stop();
  }
});

test('if an undo is rejected because an earlier undo reverts the same operation, the rejected undo has a link to the earlier undo', async () => {
  const at = new Date().toISOString();
  const owner = 'admin:layla';
  /** The id of a bulk command that has finished. */
  const done = 'd'.repeat(32);
  const first = { commandId: 'a'.repeat(32), type: 'orders.bulk-undo', owner, at };
  const problem = {
    code: 'conflict',
    detail: 'The operation is being given back already.',
    extra: { first },
  };
  const known: Record<string, unknown> = {};
  const busy = await startGateway({
    reply: ({ id, type }) => {
      const record = { _id: id, type, owner, state: 'done', accepted_at: at, decided_at: at };
      known[id] = {
        record: { ...record, outcome: { problem } },
        bulk: null,
        isWorkerAlive: true,
        takenUpTo: null,
      };
      return null;
    },
    ask: (service, _method, path) => {
      const [, id = ''] = /^\/operations\/([0-9a-f]{32})$/.exec(path) ?? [];
      if (known[id] !== undefined) return Promise.resolve(known[id]);
      if (id !== done || service !== 'orders')
        return Promise.resolve(path.includes('unfinished') ? { count: 0 } : null);
      const bulk = { ...bulkOperation(id, 'succeeded'), owner, finished_at: at };
      return Promise.resolve({ record: null, bulk, isWorkerAlive: true, takenUpTo: null });
    },
  });
  try {
    const token = await busy.token('layla');
    const undo = await busy.request('POST', `/api/operations/${done}/undo`, {
      token,
      json: {},
      headers: { Prefer: 'respond-async' },
    });
    expect(undo.status).toBe(202);
    const read = await busy.request('GET', undo.headers.get('location') ?? '', { token });
    const { data } = read.body as { data: { error: { code: string; operation: string } } };
    expect(data.error.code).toBe('conflict');
    const [payload = ''] = data.error.operation.replace('/api/operations/', '').split('.');
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual([
      first.commandId,
      'orders',
      first.type,
      owner,
      Date.parse(at),
    ]);
  } finally {
    await busy.stop();
  }
});
