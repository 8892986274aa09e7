import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { Finding } from '../decide/audit-finding.ts';
import { driverDatabase } from '../mongo/connect.ts';
import type { Database } from '../mongo/connect.ts';
import { taskLease } from '../mongo/leases.ts';
import type { Lease, TaskLease } from '../mongo/leases.ts';
import type { Log } from '../process/log.ts';
import { repeatRounds } from '../process/repeat-rounds.ts';
import { keepReport, lastReport, toKept } from './kept-report.ts';
import { observeAudit } from './observe-audit.ts';
import type { Looking } from './read-pages.ts';
import { repairOne } from './repair-findings.ts';
import type { Repairs } from './repair-findings.ts';
import { keyOf, runAudit } from './run-audit.ts';
import type { AuditReport, AuditSection } from './run-audit.ts';
import { storeNow } from '../mongo/store-clock.ts';

/** Of its time so much is work, and the rest a pause: commands of the same process and database go on. */
const shareOfTime = 0.2;
const longestPauseMs = 2000;
const leaseMs = 60_000;
const longestSettleMs = 10_000;
const askEveryMs = 30_000;
/** A process that has just started has better things to do. */
const firstAfterMs = 60_000;
const afterFailureMs = 10 * 60_000;

interface ScheduleOptions {
  database: Database;
  leases: Model<Lease>;
  holder: string;
  sections: readonly AuditSection[];
  /** Every repair of the service: they decide which findings a person has to look at. */
  judges: Repairs;
  /** Repairs that the schedule does by itself. */
  mends: Repairs;
  everyMs: number;
  log: Log;
}

/**
 * Audits a service's data regularly; one process at a time, whichever has the lease. Its report is kept in the database.
 * `everyMs` 0: never.
 */
export function scheduleAudit(options: ScheduleOptions): { close: () => Promise<void> } {
  const { database, leases, holder, everyMs, log } = options;
  const lease = taskLease(leases, 'audit', holder, leaseMs);
  if (everyMs === 0) return { close: lease.release };
  const observed = observeAudit(() => lastReport(driverDatabase(database), 2000));
  const { close } = repeatRounds({
    firstAfterMs: Math.min(firstAfterMs, everyMs),
    round: async (signal) => {
      if ((await isDue(database, everyMs)) && (await lease.hold())) await auditOnce(options, lease, signal);
      return Math.min(askEveryMs, everyMs);
    },
    failed: (error) => {
      log.warn({ err: error }, 'the data could not be audited, it is tried again later');
      return afterFailureMs;
    },
    ended: lease.release,
  });
  return {
    close: () => {
      observed.close();
      return close();
    },
  };
}

async function isDue(database: Database, everyMs: number): Promise<boolean> {
  const last = await lastReport(driverDatabase(database));
  return last === null || storeNow().getTime() - Date.parse(last.finished_at) >= everyMs;
}

async function auditOnce(options: ScheduleOptions, lease: TaskLease, signal: AbortSignal): Promise<void> {
  const { database, sections, judges, everyMs, log } = options;
  const looking: Looking = {
    database: { client: database.getClient(), name: driverDatabase(database).databaseName },
    ages: { longestMs: 0 },
    pace: async (workedMs) => {
      const pauseMs = Math.min(workedMs * (1 / shareOfTime - 1), longestPauseMs);
      await sleep(pauseMs, undefined, { signal });
      if (!(await lease.hold())) throw new Error('Another process audits by now');
    },
    signal,
  };
  // Audits that follow each other within seconds can't wait longer than that for what is under way.
  const settleMs = Math.min(longestSettleMs, everyMs);
  const report = await runAudit(sections, looking, { settleMs, judges });
  const mended = await mend(options, looking, report.findings);
  await keepReport(driverDatabase(database), toKept(report, mended));
  tell(log, report, mended);
}

async function mend(
  { mends, log }: ScheduleOptions,
  { database }: Looking,
  findings: readonly Finding[],
): Promise<Set<string>> {
  const mended = new Set<string>();
  const run = randomUUID();
  for (const found of findings) {
    if (found.repair === null) continue;
    const done = await repairOne(database, mends, found.repair, { isDry: false, run });
    if (done === null) continue;
    mended.add(keyOf(found));
    log.warn({ rule: found.rule, subject: found.subject, done }, 'the audit repaired what it found');
  }
  return mended;
}

function tell(log: Log, report: AuditReport, mended: ReadonlySet<string>): void {
  const { findings, counts, seconds, not_checked } = report;
  for (const { rule, subject, detail } of findings.filter((one) => !mended.has(keyOf(one))).slice(0, 20))
    log.error({ rule, subject, detail }, 'the audit has found data that is wrong');
  log.info({ seconds, counts, not_checked }, 'the data was audited');
}
