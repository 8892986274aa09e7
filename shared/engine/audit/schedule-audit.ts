import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { driverDatabase, type Database } from '../../platform/mongo/connect.ts';
import { taskLease, type Lease, type TaskLease } from '../../platform/mongo/leases.ts';
import type { Log } from '../../platform/process/log.ts';
import { pacedLoop, restInProportion } from '../../platform/process/paced-loop.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import { auditRules, type AuditRuleName } from '../../contracts/audit-rules.ts';
import { auditDuration, auditFindings, auditLastRun } from '../../platform/telemetry/metrics.ts';
import { observe } from '../../platform/telemetry/observe.ts';
import type { Looking } from './read-pages.ts';
import { repairOne, type Repairs } from './repair-findings.ts';
import {
  keyOf,
  runAudit,
  keepReport,
  lastComplete,
  lastReport,
  repairedOf,
  toKept,
  type AuditSection,
} from './run-audit.ts';

const rules = Object.keys(auditRules) as AuditRuleName[];

/** After each page, the audit pauses four times as long as the page took, at most 2 s, so that commands proceed. */
const restAfterPage = restInProportion(4, { mostMs: 2000 });
const leaseMs = 60_000;
const longestSettleMs = 10_000;
const askEveryMs = 30_000;
/** The first audit waits, because a process that has just started has more urgent work. */
const firstAfterMs = 60_000;
const afterFailureMs = 10 * 60_000;

interface ScheduleOptions {
  database: Database;
  leases: Model<Lease>;
  sections: readonly AuditSection[];
  /** Decides for every finding whether an operator must repair it. */
  judges: Repairs;
  /** Repairs that the scheduled audit does by itself. */
  repairs: Repairs;
  everyMs: number;
  log: Log;
}

/**
 * Audits a service's data regularly and stores the report in the database. Only the process that holds the lease runs the audit.
 * If `everyMs` is 0, no audit runs.
 */
export function scheduleAudit(options: ScheduleOptions): { close: () => Promise<void> } {
  const { database, leases, everyMs, log } = options;
  const lease = taskLease(leases, 'audit', randomUUID(), leaseMs);
  if (everyMs === 0) return { close: lease.release };
  const gauges = [auditFindings, auditLastRun, auditDuration];
  const readLast = () => lastReport(driverDatabase(database), 2000);
  const observed = observe(gauges, readLast, (result, report) => {
    const completeAt = lastComplete(report);
    result.observe(auditLastRun, completeAt === null ? 0 : Date.parse(completeAt) / 1000);
    result.observe(auditDuration, report?.seconds ?? 0);
    for (const rule of rules) {
      const left = report ? (report.counts[rule] ?? 0) - repairedOf(report, rule) : 0;
      result.observe(auditFindings, left, { 'store.audit.rule': rule });
    }
  });
  const { close } = pacedLoop({
    firstAfterMs: Math.min(firstAfterMs, everyMs),
    round: async (signal) => {
      if ((await isDue(database, everyMs)) && (await lease.hold())) await auditOnce(options, lease, signal);
      return false;
    },
    idleMs: Math.min(askEveryMs, everyMs),
    failed: (error) => {
      log.warn({ err: error }, 'the audit failed, it is tried again later');
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
  // The last audit may seem to end in the future, because the database's clock may have been ahead.
  return last === null || Math.abs(storeNow().getTime() - Date.parse(last.finished_at)) >= everyMs;
}

async function auditOnce(options: ScheduleOptions, lease: TaskLease, signal: AbortSignal): Promise<void> {
  const { database, sections, judges, repairs, everyMs, log } = options;
  const own = driverDatabase(database);
  const lost = new AbortController();
  const looking: Looking = {
    database: { client: database.getClient(), name: own.databaseName },
    ages: { longestMs: 0 },
    pace: async (workedMs) => {
      await sleep(restAfterPage(workedMs), undefined, { signal });
      if (await lease.hold()) return;
      // Ends the whole audit. An error in the current section alone would only be reported as a section that was not checked.
      lost.abort(new Error('Another process has taken over the audit'));
      lost.signal.throwIfAborted();
    },
    signal: AbortSignal.any([signal, lost.signal]),
  };
  // The time until the audit checks its findings again. It must not be longer than the interval between two audits.
  const settleMs = Math.min(longestSettleMs, everyMs);
  const report = await runAudit(sections, looking, { settleMs, judges });
  const { findings, counts, seconds, not_checked } = report;
  const repaired = new Set<string>();
  const run = randomUUID();
  for (const found of findings) {
    if (found.repair === null) continue;
    const done = await repairOne(looking.database, repairs, found.repair, { isDry: false, run });
    if (done === null) continue;
    repaired.add(keyOf(found));
    log.warn({ rule: found.rule, subject: found.subject, done }, 'the audit has repaired a finding');
  }
  const complete_at = lastComplete(report) ?? lastComplete(await lastReport(own));
  await keepReport(own, { ...toKept(report, repaired), complete_at });
  for (const { rule, subject, detail } of findings.filter((one) => !repaired.has(keyOf(one))).slice(0, 20))
    log.error({ rule, subject, detail }, 'the audit found wrong data');
  log.info({ seconds, counts, not_checked }, 'the data was audited');
}
