import { afterEach, expect, jest, test } from '@jest/globals';
import { scheduleAudit } from '#shared/engine/audit/schedule-audit.ts';
import type { Looking } from '#shared/engine/audit/read-pages.ts';
import type { KeptReport } from '#shared/engine/audit/run-audit.ts';
import { auditLastRun } from '#shared/platform/telemetry/metrics.ts';
import { meter } from '#shared/platform/telemetry/metrics-endpoint.ts';
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

/** Schedules audits of a store whose stored report is `kept`, waits until an audit replaces the report, and returns the new report. */
async function nextReport(kept: Partial<KeptReport>, look: () => Promise<void>): Promise<KeptReport> {
  let stored = kept;
  const leases = {
    findOneAndUpdate: (_task: unknown, [{ $set }]: [Update]) => ({
      lean: async () => ({ holder: $set.holder.$cond[1] }),
    }),
    deleteOne: async () => undefined,
  };
  const audits = {
    findOne: async () => stored,
    replaceOne: async (_id: unknown, report: KeptReport) => void (stored = report),
  };
  const db = { databaseName: 'store_orders', collection: () => audits };
  const { close } = scheduleAudit({
    database: { db, getClient: () => undefined } as never,
    leases: leases as never,
    sections: [{ name: 'orders', look }],
    judges: {},
    repairs: {},
    everyMs: 10,
    log: createLog('test', 'silent'),
  });
  try {
    return (await eventually('an audit', () => stored !== kept && stored)) as KeptReport;
  } finally {
    await close();
  }
}

test('an audit that cannot check all data keeps and reports the time of the last audit that could', async () => {
  const registered = jest.spyOn(meter, 'addBatchObservableCallback');
  const finished_at = '2026-05-01T10:00:00.000Z';
  const complete = { finished_at, seconds: 1, counts: {}, findings: [], not_checked: [] };
  const fails = () => Promise.reject(new Error('The section cannot be read'));
  const first = await nextReport(complete, fails);
  const second = await nextReport(first, fails);
  for (const report of [first, second])
    expect(report).toMatchObject({ not_checked: [{ section: 'orders' }], complete_at: finished_at });
  const [read] = registered.mock.calls.at(-1) ?? [];
  const figures = new Map<unknown, number>();
  await read?.({ observe: (metric: unknown, figure: number) => figures.set(metric, figure) });
  expect(figures.get(auditLastRun)).toBe(Date.parse(finished_at) / 1000);
});

test('an audit runs even if the last one seems to have ended in the future, because the database’s clock was ahead', async () => {
  const finished_at = new Date(Date.now() + 3_600_000).toISOString();
  const report = await nextReport({ finished_at, not_checked: [] }, async () => undefined);
  expect(Date.parse(report.finished_at)).toBeLessThan(Date.parse(finished_at));
});
