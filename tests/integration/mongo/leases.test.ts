import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { holdLease, askWorkers, leaseModel, startHeartbeat } from '#shared/platform/mongo/leases.ts';
import { openDatabase, type OwnDatabase } from '../support/own-servers.ts';
import { eventually } from '../../support/eventually.ts';

const hour = 3600 * 1000;
let own: OwnDatabase;
beforeEach(async () => {
  own = await openDatabase();
});
afterEach(() => {
  jest.restoreAllMocks();
  return own.close();
});

const leases = () => leaseModel(own.database);
const hold = (holder: string, forMs: number) => holdLease(leases(), 'task', holder, forMs);

/** Shifts the clock of this process from now on. */
function jumpBy(ms: number): void {
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

describe('a lease', () => {
  test('a second holder can acquire a lease only after the first holder’s lease has ended', async () => {
    expect([await hold('one', hour), await hold('other', hour), await hold('one', 100)]).toEqual([
      true,
      false,
      true,
    ]);
    await eventually('the end of the lease', () => hold('other', hour));
    expect(await hold('one', hour)).toBe(false);
  });

  test('only one of twenty concurrent callers acquires a lease', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, (_, index) => hold(`holder-${index}`, hour)));
    expect(asked.filter(Boolean)).toHaveLength(1);
  });

  test('a lease ends on time even if the clock of its holder is ahead', async () => {
    jumpBy(hour);
    await hold('ahead', 100);
    jest.restoreAllMocks();
    await eventually('the end of the lease', () => hold('other', 100));
  });

  test('a caller whose clock is ahead cannot acquire another holder’s lease before this lease ends', async () => {
    await hold('one', hour / 2);
    jumpBy(hour);
    expect(await hold('ahead', hour)).toBe(false);
  });

  test('a lease that a database with a clock that was an hour ahead wrote does not block its task', async () => {
    await hold('one', 10_000);
    await leases().updateOne({ _id: 'task' }, [{ $set: { until: { $add: ['$until', hour] } } }], {
      updatePipeline: true,
    });
    expect([await hold('other', 10_000), await hold('one', 10_000)]).toEqual([true, false]);
  });
});

test.each([0, hour, -hour])(
  'a worker whose clock is off by %d ms counts as alive until it closes',
  async (offset) => {
    const isWorkerAlive = async () => (await askWorkers(leases())).isWorkerAlive;
    expect(await isWorkerAlive()).toBe(false);
    jumpBy(offset);
    const heartbeat = startHeartbeat(leases(), 'worker', () => null, 1);
    await eventually('the first heartbeat of the worker', isWorkerAlive);
    jest.restoreAllMocks();
    expect(await isWorkerAlive()).toBe(true);
    await heartbeat.close();
    expect(await isWorkerAlive()).toBe(false);
  },
);

test('a worker that starts deletes the heartbeats that ended more than a day ago, and no other leases', async () => {
  const ended = (_id: string, hoursAgo: number) => ({
    _id,
    holder: 'x',
    until: new Date(Date.now() - hoursAgo * hour),
  });
  const old = [ended('worker-alive:killed', 25), ended('worker-alive:recent', 23), ended('feed', 25)];
  await leases().collection.insertMany(old as never[]);
  const heartbeat = startHeartbeat(leases(), 'worker', () => null, 1);
  await eventually('the deletion', async () => !(await leases().exists({ _id: 'worker-alive:killed' })));
  await eventually('the first heartbeat', () => leases().exists({ _id: 'worker-alive:worker' }));
  expect((await leases().distinct('_id')).sort()).toEqual([
    'feed',
    'worker-alive:recent',
    'worker-alive:worker',
  ]);
  await heartbeat.close();
});

test('the time up to which all workers have received commands is that of the slowest worker, and is unknown if a worker reports no time', async () => {
  const moments = ['2026-05-01T10:00:00.000Z', '2026-05-01T09:00:00.000Z'];
  const heartbeats = moments.map((moment, index) =>
    startHeartbeat(leases(), `worker-${index}`, () => moment, 1),
  );
  const takenUpTo = async () => (await askWorkers(leases())).takenUpTo;
  await eventually('the heartbeats of both workers', async () => (await leases().countDocuments()) === 2);
  expect(await takenUpTo()).toBe(moments[1]);
  const earlier = {
    _id: 'worker-alive:of an earlier release',
    holder: 'x',
    until: new Date(Date.now() + hour),
  };
  await leases().collection.insertOne(earlier as never);
  expect(await takenUpTo()).toBeNull();
  await leases().deleteOne({ _id: earlier._id });
  for (const heartbeat of heartbeats) await heartbeat.close();
  expect(await askWorkers(leases())).toEqual({ isWorkerAlive: false, takenUpTo: null });
});

test('a worker that cannot compute up to which time it has received commands counts as alive, and this time counts as unknown', async () => {
  const takenUpTo = () => {
    throw new RangeError('Invalid time value');
  };
  const heartbeat = startHeartbeat(leases(), 'worker', takenUpTo, 1);
  await eventually(
    'the first heartbeat of the worker',
    async () => (await askWorkers(leases())).isWorkerAlive,
  );
  expect((await askWorkers(leases())).takenUpTo).toBeNull();
  await heartbeat.close();
});
