import type { mongo } from 'mongoose';
import type { AuditReport } from './run-audit.ts';

/** The last report of a service, as stored in its database and served by its API. */
export type KeptReport = Omit<AuditReport, 'findings'> & {
  /** The first `namedOfRule` findings of each rule. */
  findings: { rule: string; subject: string; detail: string; repaired: boolean }[];
};

const namedOfRule = 20;

/** `repaired`: keys (`rule subject`) of the repaired findings. */
export function toKept(report: AuditReport, repaired: ReadonlySet<string>): KeptReport {
  const byRule = Map.groupBy(report.findings, ({ rule }) => rule);
  const named = [...byRule.values()].flatMap((findings) => findings.slice(0, namedOfRule));
  return {
    ...report,
    findings: named.map(({ rule, subject, detail }) => ({
      rule,
      subject,
      detail,
      repaired: repaired.has(`${rule} ${subject}`),
    })),
  };
}

function reports(database: mongo.Db): mongo.Collection<KeptReport & { _id: 'last' }> {
  return database.collection('audits');
}

export async function keepReport(database: mongo.Db, report: KeptReport): Promise<void> {
  await reports(database).replaceOne({ _id: 'last' }, report, { upsert: true });
}

/** Null if no audit has finished yet. */
export async function lastReport(database: mongo.Db, maxTimeMS = 5000): Promise<KeptReport | null> {
  return reports(database).findOne<KeptReport>({ _id: 'last' }, { projection: { _id: 0 }, maxTimeMS });
}
