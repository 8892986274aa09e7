import { auditRules, type AuditRuleName } from '../contracts/audit-rules.ts';
import { auditDuration, auditFindings, auditLastRun } from '../telemetry/metrics.ts';
import { observe } from '../telemetry/observe.ts';
import type { KeptReport } from './kept-report.ts';

const rules = Object.keys(auditRules) as AuditRuleName[];

/** Reports the unrepaired findings of the last audit, its end and its duration. */
export function observeAudit(last: () => Promise<KeptReport | null>): { close: () => void } {
  return observe([auditFindings, auditLastRun, auditDuration], last, (result, report) => {
    // An audit that skipped a section does not count as complete.
    const isWhole = report?.not_checked.length === 0;
    result.observe(auditLastRun, isWhole ? Date.parse(report.finished_at) / 1000 : 0);
    result.observe(auditDuration, report?.seconds ?? 0);
    for (const rule of rules) result.observe(auditFindings, left(report, rule), { 'store.audit.rule': rule });
  });
}

function left(report: KeptReport | null, rule: AuditRuleName): number {
  const repaired = report?.findings.filter((found) => found.rule === rule && found.repaired).length ?? 0;
  return Math.max((report?.counts[rule] ?? 0) - repaired, 0);
}
