import { setTimeout as sleep } from 'node:timers/promises';
import type { mongo } from 'mongoose';
import type { AuditRuleName } from '../../contracts/audit-rules.ts';
import type { Finding } from '../decide/audit-finding.ts';
import { withSnapshot } from '../../platform/mongo/snapshot.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';
import type { Looking } from './read-pages.ts';
import { judgeFindings, type Repairs } from './repair-findings.ts';

export interface SectionReport {
  found: (findings: readonly Finding[]) => void;
  counted: (what: string, count: number) => void;
}

/** An independent part of the audit. If it fails, the other sections still run. */
export interface AuditSection {
  name: string;
  look: (looking: Looking, report: SectionReport) => Promise<void>;
}

export interface AuditReport {
  started_at: string;
  finished_at: string;
  seconds: number;
  longest_snapshot_seconds: number;
  counted: Record<string, number>;
  /** The number of findings by rule. Also counts findings that `findings` does not list. */
  counts: Partial<Record<AuditRuleName, number>>;
  findings: Finding[];
  /** Sections that could not be checked, and why. */
  not_checked: { section: string; reason: string }[];
}

interface Look {
  findings: Finding[];
  counts: Map<AuditRuleName, number>;
  counted: Map<string, number>;
}

/** At most this many findings of a rule are listed. The findings of a completely damaged collection could fill the memory. */
const namedOfRule = 1000;

/**
 * Runs every section. A finding counts only if it still exists after `settleMs`, because work in progress has finished by then.
 * `judges` decide which of two contradicting values is right, so that a finding shows whether it can be repaired.
 */
export async function runAudit(
  sections: readonly AuditSection[],
  looking: Looking,
  { settleMs, judges = {} }: { settleMs: number; judges?: Repairs },
): Promise<AuditReport> {
  const startedAt = storeNow();
  const began = performance.now();
  const looks: Look[] = [];
  const notChecked: AuditReport['not_checked'] = [];
  for (const section of sections) {
    try {
      looks.push(await judgeLook(await lookTwice(section, looking, settleMs), looking, judges));
    } catch (error) {
      looking.signal.throwIfAborted();
      notChecked.push({
        section: section.name,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  return {
    started_at: startedAt.toISOString(),
    finished_at: storeNow().toISOString(),
    seconds: rounded(performance.now() - began),
    longest_snapshot_seconds: rounded(looking.ages.longestMs),
    counted: summed(looks.map(({ counted }) => counted)),
    ...together(looks),
    not_checked: notChecked,
  };
}

/** Merges the results of all sections. Two sections may report the same finding, which then counts once. */
function together(looks: readonly Look[]): Pick<AuditReport, 'counts' | 'findings'> {
  const all = looks.flatMap(({ findings }) => findings);
  const findings = [...new Map(all.map((one) => [keyOf(one), one])).values()];
  const found = new Map(Object.entries(summed(looks.map(({ counts }) => counts)))) as Look['counts'];
  return { findings, counts: Object.fromEntries(countsOf(findings, found)) };
}

async function lookTwice(section: AuditSection, looking: Looking, settleMs: number): Promise<Look> {
  const first = await lookAgainOnFailure(section, looking, settleMs);
  if (first.findings.length === 0) return first;
  await sleep(settleMs, undefined, { signal: looking.signal });
  const second = await lookAgainOnFailure(section, looking, settleMs);
  const before = new Set(first.findings.map(keyOf));
  const findings = second.findings.filter((one) => before.has(keyOf(one)));
  return { ...second, findings, counts: countsOf(findings, second.counts) };
}

/** At most this many findings are judged in one snapshot, so that the snapshot is open only briefly. */
const judgedAtOnce = 100;

/** A judge may give a finding a more exact rule. Findings beyond `namedOfRule` are not judged and count under their first rule. */
async function judgeLook(look: Look, looking: Looking, judges: Repairs): Promise<Look> {
  if (look.findings.every(({ repair }) => repair === null)) return look;
  const { database, ages, pace, signal } = looking;
  const findings: Finding[] = [];
  for (let from = 0; from < look.findings.length; from += judgedAtOnce) {
    signal.throwIfAborted();
    const began = performance.now();
    const some = look.findings.slice(from, from + judgedAtOnce);
    findings.push(
      ...(await withSnapshot(database, ages, (snapshot) => judgeFindings(some, judges, snapshot))),
    );
    await pace(performance.now() - began);
  }
  return { ...look, findings, counts: countsOf(findings, look.counts) };
}

/** If a section throws, for example after a server fault, runs it a second time. */
async function lookAgainOnFailure(section: AuditSection, looking: Looking, settleMs: number): Promise<Look> {
  try {
    return await lookOnce(section, looking);
  } catch {
    await sleep(settleMs, undefined, { signal: looking.signal });
    return lookOnce(section, looking);
  }
}

async function lookOnce(section: AuditSection, looking: Looking): Promise<Look> {
  const look: Look = { findings: [], counts: new Map(), counted: new Map() };
  await section.look(looking, {
    found: (findings) => {
      for (const one of findings) {
        const count = (look.counts.get(one.rule) ?? 0) + 1;
        look.counts.set(one.rule, count);
        if (count <= namedOfRule) look.findings.push(one);
      }
    },
    counted: (what, count) => look.counted.set(what, (look.counted.get(what) ?? 0) + count),
  });
  return look;
}

/**
 * Counts the findings of each rule. If a rule has more than `namedOfRule` findings, `findings` lacks some of them. Its count then
 * comes from `found`.
 */
function countsOf(findings: readonly Finding[], found: ReadonlyMap<AuditRuleName, number>): Look['counts'] {
  const named = [...Map.groupBy(findings, ({ rule }) => rule)].map(
    ([rule, some]) => [rule, some.length] as const,
  );
  return new Map([...named, ...[...found].filter(([, count]) => count > namedOfRule)]);
}

export function keyOf({ rule, subject }: Finding): string {
  return `${rule} ${subject}`;
}

function summed<Name extends string>(parts: readonly ReadonlyMap<Name, number>[]): Record<Name, number> {
  const sums = new Map<Name, number>();
  for (const [name, count] of parts.flatMap((part) => [...part]))
    sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries(sums) as Record<Name, number>;
}

function rounded(ms: number): number {
  return Math.round(ms) / 1000;
}

/** The last report of a service, as stored in its database and served by its API. */
export type KeptReport = Omit<AuditReport, 'findings'> & {
  /** The first `listedInReport` findings of each rule. */
  findings: { rule: string; subject: string; detail: string; repaired: boolean }[];
};

const listedInReport = 20;

/** `repaired`: keys (`rule subject`) of the repaired findings. */
export function toKept(report: AuditReport, repaired: ReadonlySet<string>): KeptReport {
  const byRule = Map.groupBy(report.findings, ({ rule }) => rule);
  const named = [...byRule.values()].flatMap((findings) => findings.slice(0, listedInReport));
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

/** The last report of the service's audit. Null if no audit has finished yet. */
export async function lastReport(database: mongo.Db, maxTimeMS = 5000): Promise<KeptReport | null> {
  return reports(database).findOne<KeptReport>({ _id: 'last' }, { projection: { _id: 0 }, maxTimeMS });
}
