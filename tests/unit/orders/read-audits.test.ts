import { expect, test } from '@jest/globals';
import { auditResource } from '#services/orders/read-audits.ts';
import { toKept, type AuditReport, type KeptReport } from '#shared/engine/audit/run-audit.ts';

/** A report with 50 findings of one rule. */
const report: AuditReport = {
  started_at: '2026-11-29T10:00:00.000Z',
  finished_at: '2026-11-29T10:01:00.000Z',
  seconds: 60,
  longest_snapshot_seconds: 1,
  counted: {},
  counts: { 'counter-behind': 50 },
  findings: Array.from({ length: 50 }, (_, id) => {
    return { rule: 'counter-behind', subject: `counters/${id}`, detail: 'too low', repair: null };
  }),
  not_checked: [],
};
const allRepaired = toKept(
  report,
  new Set(report.findings.map(({ subject }) => `counter-behind ${subject}`)),
);

const shown = (kept: KeptReport) => {
  const { is_sound, findings_total, services } = auditResource([['orders', kept]], 'en');
  const rules = services.flatMap(({ rules: own }) => own);
  return { is_sound, findings_total, rules: rules.map(({ count, repaired }) => ({ count, repaired })) };
};

test('a stored audit report counts every repaired finding of a rule, and lists only the first 20', () => {
  expect(shown(allRepaired)).toEqual({
    is_sound: true,
    findings_total: 0,
    rules: [{ count: 50, repaired: 50 }],
  });
  expect(allRepaired.findings).toHaveLength(20);
});

test('if a stored audit report lacks the number of repaired findings, the repaired findings that the report lists are counted instead', () => {
  const { repaired: _count, ...earlier } = allRepaired;
  expect(shown(earlier)).toEqual({
    is_sound: false,
    findings_total: 30,
    rules: [{ count: 50, repaired: 20 }],
  });
});
