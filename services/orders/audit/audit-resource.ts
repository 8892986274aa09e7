import { auditRules, type AuditRuleName } from '#shared/contracts/audit-rules.ts';
import type { auditSchema } from '#shared/contracts/endpoints/audit.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';

/** The stored form of a service's last audit report. */
export interface LastReport {
  started_at: string;
  finished_at: string;
  seconds: number;
  counted: Readonly<Record<string, number>>;
  counts: Readonly<Partial<Record<AuditRuleName, number>>>;
  findings: readonly { rule: string; subject: string; detail: string; repaired: boolean }[];
  not_checked: readonly { section: string; reason: string }[];
}

/** The last audit report of a service. Null: there is none yet. `unreachable`: the service did not respond. */
export type KnownReport = LastReport | null | 'unreachable';

type Audit = Shown<typeof auditSchema>;
type AuditedService = Audit['services'][number];
type AuditedRule = AuditedService['rules'][number];

export function auditResource(
  reports: readonly (readonly [ServiceName, KnownReport])[],
  language: Language,
): Audit {
  const services = reports.map(([service, report]) => serviceOf(service, report, language));
  const left = services.flatMap(({ rules }) => rules).map(({ count, repaired }) => count - repaired);
  const total = left.reduce((sum, count) => sum + count, 0);
  const isWhole = services.every(({ state, not_checked: missed }) => state === 'done' && missed.length === 0);
  return { is_sound: isWhole && total === 0, findings_total: total, services };
}

function serviceOf(service: ServiceName, report: KnownReport, language: Language): AuditedService {
  if (report === null || report === 'unreachable') {
    const none = { started_at: null, finished_at: null, seconds: null };
    return {
      service,
      state: report === null ? 'never' : 'unreachable',
      ...none,
      looked_at: [],
      not_checked: [],
      rules: [],
    };
  }
  const { started_at, finished_at, seconds, counted, counts, not_checked } = report;
  return {
    service,
    state: 'done',
    started_at,
    finished_at,
    seconds,
    looked_at: Object.entries(counted).map(([what, count]) => ({ what, count })),
    not_checked,
    rules: Object.entries(counts).map(([rule, count]) => ruleOf(rule, count, report, language)),
  };
}

function ruleOf(rule: string, count: number, { findings }: LastReport, language: Language): AuditedRule {
  const own = findings.filter((found) => found.rule === rule);
  return {
    rule,
    // A service of a later release may report a rule that this release does not know.
    means: Object.hasOwn(auditRules, rule) ? auditRules[rule as AuditRuleName][language] : rule,
    count,
    repaired: own.filter(({ repaired }) => repaired).length,
    findings: own.map(({ subject, detail, repaired }) => ({ subject, detail, repaired })),
  };
}
