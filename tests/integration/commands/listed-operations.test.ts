import { beforeAll, describe, expect, test } from '@jest/globals';
import { engineModels } from '#shared/engine/commands/engine-models.ts';
import { toInboxDocument } from '#shared/engine/commands/inbox.ts';
import { listedOperations, type OperationsAsked } from '#shared/engine/commands/listed-operations.ts';
import type { OperationStatus } from '#shared/contracts/endpoints/operations.ts';
import type { Outcome, InboxRecord } from '#shared/engine/decide/outcome.ts';
import { buildIndexes } from '#shared/platform/mongo/build-indexes.ts';
import { useDatabase } from '../support/own-servers.ts';

interface Known {
  id: string;
  at: string;
  status: OperationStatus;
  type: string;
  owner: string;
}

const own = await useDatabase();
const models = engineModels(own.database);
const all: Known[] = [];
const size = 3000;

const problem: Outcome = { problem: { code: 'conflict' } };
const done: Outcome = { status: 204, location: null, version: null, body: null };
const begun: Outcome = { ...done, status: 202, background: true };
const kinds: readonly [OperationStatus, InboxRecord['state'], Outcome][] = [
  ['failed', 'done', problem],
  ['parked', 'parked', problem],
  ['cancelled', 'cancelled', problem],
  ['running', 'done', begun],
  ['partly_succeeded', 'done', begun],
  ['failed', 'done', begun],
  ['succeeded', 'done', begun],
];

/** The type of a bulk operation's document. For a bulk payment, the command in the inbox has the type `orders.bulk-update`. */
const bulkTypeOf = (status: OperationStatus) =>
  status === 'running' ? 'orders.bulk-payment' : 'orders.bulk-update';

/**
 * Makes an operation and its inbox record. Most operations have succeeded, and every twentieth has another status. Many have
 * the same timestamp.
 */
function made(index: number): { known: Known; record: InboxRecord } {
  const [status, state, outcome] = (index % 20 === 7 ? kinds[((index / 20) % 7) | 0] : undefined) ?? [
    'succeeded',
    'done',
    done,
  ];
  const known: Known = {
    id: `c-${String((index * 7919) % size).padStart(5, '0')}`,
    status,
    at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 5) * 600_000).toISOString(),
    type: outcome === begun ? bulkTypeOf(status) : index % 3 === 0 ? 'users.update' : 'cart.add',
    owner: index % 4 === 0 ? 'admin:layla' : `client:${index % 50}`,
  };
  const { id: _id, owner, at: accepted_at } = known;
  const type = outcome === begun ? 'orders.bulk-update' : known.type;
  const decided_at = accepted_at;
  return { known, record: { _id, type, owner, fingerprint: 'f', state, outcome, accepted_at, decided_at } };
}

beforeAll(async () => {
  await buildIndexes(own.database);
  const records = Array.from({ length: size }, (_, index) => made(index));
  const documents = records.map(({ record }, index) =>
    index % 2 === 0 ? toInboxDocument(record, new Date()) : record,
  );
  await models.inbox.collection.insertMany(documents as never[]);
  const works = records
    .filter(({ record: { outcome } }) => outcome === begun)
    .map(({ known: { id, at, status, type, owner } }) => ({ _id: id, created_at: at, status, type, owner }));
  await models.bulk.collection.insertMany(works as never[]);
  all.push(...records.map(({ known }) => known));
  all.sort((a, b) => (a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1));
});

const nothing: OperationsAsked = {
  statuses: null,
  type: null,
  owner: null,
  from: null,
  until: null,
  isOldestFirst: false,
  at: null,
  limit: size,
  countUpTo: size + 1,
};
const day = { from: '2026-01-02T00:00:00.000Z', until: '2026-01-03T00:00:00.000Z' };

const cases: [what: string, asked: Partial<OperationsAsked>, has: (one: Known) => boolean][] = [
  ['none', {}, () => true],
  ['status parked', { statuses: ['parked'] }, ({ status }) => status === 'parked'],
  [
    'status failed, of single and bulk operations',
    { statuses: ['failed'] },
    ({ status }) => status === 'failed',
  ],
  ['status cancelled', { statuses: ['cancelled'] }, ({ status }) => status === 'cancelled'],
  ['status running', { statuses: ['running'] }, ({ status }) => status === 'running'],
  ['status succeeded', { statuses: ['succeeded'] }, ({ status }) => status === 'succeeded'],
  ['a status that is never listed', { statuses: ['unknown'] }, () => false],
  [
    'several statuses',
    { statuses: ['partly_succeeded', 'parked', 'cancelled'] },
    ({ status }) => ['partly_succeeded', 'parked', 'cancelled'].includes(status),
  ],
  ['a type', { type: 'users.update' }, ({ type }) => type === 'users.update'],
  ['a type of bulk work', { type: 'orders.bulk-update' }, ({ type }) => type === 'orders.bulk-update'],
  [
    'the type of bulk payments',
    { type: 'orders.bulk-payment' },
    ({ type }) => type === 'orders.bulk-payment',
  ],
  [
    'a type of bulk work and a status',
    { type: 'orders.bulk-update', statuses: ['failed', 'running'] },
    ({ type, status }) => type === 'orders.bulk-update' && status === 'failed',
  ],
  ['an owner', { owner: 'client:7' }, ({ owner }) => owner === 'client:7'],
  ['a day', day, ({ at }) => at.startsWith('2026-01-02')],
  ['the start of a range alone', { from: day.from }, ({ at }) => at >= day.from],
  [
    'the end of a range alone, and statuses',
    { until: day.from, statuses: ['succeeded', 'running'] },
    ({ at, status }) => at < day.from && (status === 'succeeded' || status === 'running'),
  ],
  [
    'day, owner, type and status',
    { ...day, owner: 'admin:layla', type: 'users.update', statuses: ['succeeded', 'failed'] },
    ({ at, owner, type, status }) =>
      at.startsWith('2026-01-02') &&
      owner === 'admin:layla' &&
      type === 'users.update' &&
      (status === 'succeeded' || status === 'failed'),
  ],
];

const idsOf = async (asked: Partial<OperationsAsked>) => {
  const { operations, total } = await listedOperations(models, { ...nothing, ...asked });
  return { ids: operations.map(({ record }) => record._id), operations, total };
};

describe.each(cases)('operations (filter: %s)', (what, asked, has) => {
  const expected = () => all.filter(has).map(({ id }) => id);

  test(`the list of operations (filter: ${what}) contains every match, oldest or newest first, and the total number of matches`, async () => {
    const { ids, total } = await idsOf(asked);
    expect(ids).toEqual(expected());
    expect(total).toBe(expected().length);
    expect((await idsOf({ ...asked, isOldestFirst: true })).ids).toEqual(expected().reverse());
  });

  test.each([false, true])(
    `cursors page in both directions through the list of operations (filter: ${what}; oldest first: %s)`,
    async (isOldestFirst) => {
      const inOrder = isOldestFirst ? expected().reverse() : expected();
      const step = Math.max(7, Math.ceil(inOrder.length / 12));
      const valuesOf = (id: string | undefined) => [all.find((one) => one.id === id)?.at ?? '', id ?? ''];
      const there: string[] = [];
      for (;;) {
        const at = there.length === 0 ? null : { values: valuesOf(there.at(-1)), pointsToNext: true };
        const { ids, total } = await idsOf({ ...asked, at, isOldestFirst, limit: step, countUpTo: null });
        expect(total).toBe(0);
        there.push(...ids);
        if (ids.length < step) break;
      }
      expect(there).toEqual(inOrder);
      const last = { values: valuesOf(inOrder.at(-1)), pointsToNext: false };
      const back = await idsOf({ ...asked, at: last, isOldestFirst, limit: size });
      expect(back.ids).toEqual(inOrder.slice(0, -1).reverse());
    },
  );
});

test('a running bulk operation is listed with its progress, with and without a status filter', async () => {
  for (const asked of [{}, { statuses: ['running'] as const }]) {
    const { operations } = await idsOf(asked);
    const running = operations.filter(({ bulk }) => bulk?.status === 'running');
    expect(running.length).toBe(all.filter(({ status }) => status === 'running').length);
  }
});

test('a single write that can be undone is listed with its record of bulk work, with and without a status filter', async () => {
  const { record } = made(0);
  const accepted_at = '2027-01-01T00:00:00.000Z';
  await models.inbox.collection.insertOne({ ...record, _id: 'c-change', accepted_at } as never);
  await models.bulk.collection.insertOne({ _id: 'c-change', isSingle: true } as never);
  for (const asked of [{}, { statuses: ['succeeded'] as const }]) {
    const { operations, total } = await idsOf({ ...asked, from: accepted_at });
    expect(operations).toMatchObject([{ record: { _id: 'c-change' }, bulk: { _id: 'c-change' } }]);
    expect(total).toBe(1);
  }
  await models.inbox.collection.deleteOne({ _id: 'c-change' } as never);
  await models.bulk.collection.deleteOne({ _id: 'c-change' } as never);
});

test('the count of a list’s operations stops at the maximum count that the calling code requests', async () => {
  expect((await idsOf({ type: 'cart.add', limit: 1, countUpTo: 100 })).total).toBe(100);
  expect((await idsOf({ limit: 1, countUpTo: 100 })).total).toBe(100);
});

interface Plan {
  queryPlanner: { winningPlan: object };
  executionStats: { totalDocsExamined: number };
}

async function planOf(match: object): Promise<Plan> {
  const found = models.inbox.collection.find(match as never).sort({ accepted_at: -1 });
  return (await found.limit(10).explain('executionStats')) as Plan;
}

// An index is necessary, because there can be a few rejected commands among millions.
test('a list of rejected commands reads only the documents of rejected commands, thanks to an index', async () => {
  const refused = { state: 'done', 'outcome.problem.code': { $exists: true } };
  expect((await planOf(refused)).executionStats.totalDocsExamined).toBe(10);
});

test.each([{ owner: 'client:7' }, { type: 'users.update' }])(
  'a page of operations that match %o is read in sorted order from an index, without reading all operations',
  async (match) => {
    const { queryPlanner, executionStats } = await planOf(match);
    expect(JSON.stringify(queryPlanner.winningPlan)).not.toContain('SORT');
    expect(executionStats.totalDocsExamined).toBeLessThan(size / 2);
  },
);
