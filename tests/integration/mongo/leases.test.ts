import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { holdLease, isWorkerAlive, leaseModel, startHeartbeat } from '#shared/mongo/leases.ts';
import { openDatabase } from '../support/own-servers.ts';
import type { OwnDatabase } from '../support/own-servers.ts';
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

/** This process's clock from now on. */
function jumpBy(ms: number): void {
  const { now } = Date;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
}

describe('a lease', () => {
  test('is one holder’s until it ends, and another’s then', async () => {
    expect([await hold('one', hour), await hold('other', hour), await hold('one', 100)]).toEqual([
      true,
      false,
      true,
    ]);
    await eventually('the end of the lease', () => hold('other', hour));
    expect(await hold('one', hour)).toBe(false);
  });

  test('is taken by one of many at once', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, (_, index) => hold(`holder-${index}`, hour)));
    expect(asked.filter(Boolean)).toHaveLength(1);
  });

  test('of a holder whose clock is ahead ends when it should', async () => {
    jumpBy(hour);
    await hold('ahead', 100);
    jest.restoreAllMocks();
    await eventually('the end of the lease', () => hold('other', 100));
  });

  test('is not taken by one whose clock is ahead', async () => {
    await hold('one', hour / 2);
    jumpBy(hour);
    expect(await hold('ahead', hour)).toBe(false);
  });
});

test.each([0, hour, -hour])('a worker whose clock is off by %d ms is alive until it ends', async (offset) => {
  expect(await isWorkerAlive(leases())).toBe(false);
  jumpBy(offset);
  const heartbeat = startHeartbeat(leases(), 'worker');
  await eventually('its first beat', () => isWorkerAlive(leases()));
  jest.restoreAllMocks();
  expect(await isWorkerAlive(leases())).toBe(true);
  await heartbeat.close();
  expect(await isWorkerAlive(leases())).toBe(false);
});
