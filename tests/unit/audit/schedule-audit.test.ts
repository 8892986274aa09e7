import { afterEach, expect, jest, test } from '@jest/globals';
import { scheduleAudit } from '#shared/engine/audit/schedule-audit.ts';
import type { Looking } from '#shared/engine/audit/read-pages.ts';
import { createLog } from '#shared/platform/process/log.ts';
import { eventually } from '../../support/eventually.ts';
import { pause } from '../../support/pause.ts';

/** The part of a lease update that contains the process that requests the lease. */
interface Update {
  $set: { holder: { $cond: readonly unknown[] } };
}

afterEach(() => void jest.restoreAllMocks());

test.each<[string, (looking: Looking) => Promise<void>]>([
  ['between two pages', async ({ pace }: Looking) => pace(0)],
  ['in a section with a single page', async () => undefined],
])('an audit that loses its lease %s stops without storing a report', async (_when, go) => {
  const reports: unknown[] = [];
  const calls: string[] = [];
  let isTaken = false;
  const leases = {
    findOneAndUpdate: (_task: unknown, [{ $set }]: [Update]) => ({
      lean: async () => ({ holder: isTaken ? 'another process' : $set.holder.$cond[1] }),
    }),
    deleteOne: async () => undefined,
  };
  const audits = {
    findOne: async () => null,
    replaceOne: async (_id: unknown, report: unknown) => void reports.push(report),
  };
  const db = { databaseName: 'store_orders', collection: () => audits };
  const audit = scheduleAudit({
    database: { db, getClient: () => undefined } as never,
    leases: leases as never,
    sections: ['orders', 'products'].map((name) => ({
      name,
      look: async (looking: Looking) => {
        calls.push(name);
        const later = performance.now() + 61_000;
        jest.spyOn(performance, 'now').mockImplementation(() => later);
        isTaken = true;
        await go(looking);
      },
    })),
    judges: {},
    repairs: {},
    everyMs: 1,
    log: createLog('test', 'silent'),
  });
  await eventually('the first section', () => calls.length > 0);
  await pause(100);
  await audit.close();
  expect([calls, reports]).toEqual([['orders'], []]);
});
