import { auditRules, type AuditRuleName } from '#shared/contracts/audit-rules.ts';
import type { auditSchema } from '#shared/contracts/endpoints/audit.ts';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import { repairedOf, type KeptReport } from '#shared/engine/audit/run-audit.ts';
import type { CatalogClient } from './stock/storage/catalog-client.ts';

/** The last audit report of a service. Null: there is none yet. `unreachable`: the service did not respond. */
type KnownReport = KeptReport | null | 'unreachable';
type Audit = Shown<typeof auditSchema>;

export type ReadAudits = () => Promise<(readonly [ServiceName, KnownReport])[]>;

/** The catalog is `unreachable` if it does not respond, or if its release has no audit reports. */
export function createReadAudits(
  own: () => Promise<KeptReport | null>,
  catalog: Pick<CatalogClient, 'auditReport'> | null,
): ReadAudits {
  return async () => {
    const ofCatalog = catalog?.auditReport().catch(() => 'unreachable') ?? 'unreachable';
    const [orders, products] = await Promise.all([own(), ofCatalog]);
    return [
      ['orders', orders],
      ['catalog', products as KnownReport],
    ];
  };
}

export function auditResource(reports: Awaited<ReturnType<ReadAudits>>, language: Language): Audit {
  const services = reports.map(([service, report]) => serviceOf(service, report, language));
  const left = services.flatMap(({ rules }) => rules).map(({ count, repaired }) => count - repaired);
  const total = left.reduce((sum, count) => sum + count, 0);
  const isWhole = services.every(({ state, not_checked: missed }) => state === 'done' && missed.length === 0);
  return { is_sound: isWhole && total === 0, findings_total: total, services };
}

function serviceOf(service: ServiceName, report: KnownReport, language: Language): Audit['services'][number] {
  if (report === null || report === 'unreachable') {
    const state = report === null ? 'never' : 'unreachable';
    const none = { looked_at: [], not_checked: [], rules: [] };
    return { service, state, started_at: null, finished_at: null, seconds: null, ...none };
  }
  const { started_at, finished_at, seconds, counted, counts, not_checked } = report;
  const looked_at = Object.entries(counted).map(([what, count]) => ({ what, count }));
  const rules = Object.entries(counts).map(([rule, count]) => ruleOf(rule, count, report, language));
  return { service, state: 'done', started_at, finished_at, seconds, looked_at, not_checked, rules };
}

function ruleOf(rule: string, count: number, report: KeptReport, language: Language) {
  const own = report.findings.filter((found) => found.rule === rule);
  return {
    rule,
    // A service of a later release may report a rule that this release does not know.
    means: Object.hasOwn(auditRules, rule) ? auditRules[rule as AuditRuleName][language] : rule,
    count,
    repaired: repairedOf(report, rule),
    findings: own.map(({ subject, detail, repaired }) => ({ subject, detail, repaired })),
  };
}
