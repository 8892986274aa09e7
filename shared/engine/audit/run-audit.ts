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
  /** The number of findings by rule. Includes findings that `findings` does not list. */
  counts: Partial<Record<AuditRuleName, number>>;
  findings: Finding[];
  /** Sections that could not be checked, and why. */
  not_checked: { section: string; reason: string }[];
}

interface Look {
  findings: Finding[];
  /** The number of findings of each rule that are not in `findings`, because there are too many. */
  more: Map<AuditRuleName, number>;
  counted: Map<string, number>;
}

/** At most this many findings of a rule are listed. The findings of a completely damaged collection could fill the memory. */
const namedOfRule = 1000;

/**
 * Runs every section. A finding is reported only if it still exists after `settleMs`, because work in progress has finished by
 * then. `judges` decide which of two contradicting values is right, so that a finding shows whether it can be repaired.
 */
export async function runAudit(
  sections: readonly AuditSection[],
  looking: Looking,
  { settleMs, judges = {} }: { settleMs: number; judges?: Repairs },
): Promise<AuditReport> {
  const startedAt = storeNow();
  const began = performance.now();
  /** Keyed by rule and subject, because two sections may report the same finding. */
  const findings = new Map<string, Finding>();
  const counts: Look['more'] = new Map();
  const counted: Look['counted'] = new Map();
  const notChecked: AuditReport['not_checked'] = [];
  for (const section of sections) {
    try {
      const look = await lookTwice(section, looking, settleMs);
      for (const one of await judge(look.findings, looking, judges)) findings.set(keyOf(one), one);
      for (const [rule, count] of look.more) add(counts, rule, count);
      for (const [what, count] of look.counted) add(counted, what, count);
    } catch (error) {
      looking.signal.throwIfAborted();
      notChecked.push({
        section: section.name,
        reason: error instanceof Error ? error.message : String(error),
      });
    }
  }
  for (const { rule } of findings.values()) add(counts, rule, 1);
  return {
    started_at: startedAt.toISOString(),
    finished_at: storeNow().toISOString(),
    seconds: rounded(performance.now() - began),
    longest_snapshot_seconds: rounded(looking.ages.longestMs),
    counted: Object.fromEntries(counted),
    counts: Object.fromEntries(counts),
    findings: [...findings.values()],
    not_checked: notChecked,
  };
}

async function lookTwice(section: AuditSection, looking: Looking, settleMs: number): Promise<Look> {
  const first = await lookAgainOnFailure(section, looking, settleMs);
  if (first.findings.length === 0) return first;
  await sleep(settleMs, undefined, { signal: looking.signal });
  const second = await lookAgainOnFailure(section, looking, settleMs);
  const before = new Set(first.findings.map(keyOf));
  return { ...second, findings: second.findings.filter((one) => before.has(keyOf(one))) };
}

/** At most this many findings are judged in one snapshot, so that the snapshot is open only briefly. */
const judgedAtOnce = 100;

/**
 * Lets the judges complete the findings, for example with a more exact rule. Findings beyond `namedOfRule` are not judged. The
 * report counts them under the rule that their section gave.
 */
async function judge(findings: readonly Finding[], looking: Looking, judges: Repairs): Promise<Finding[]> {
  if (findings.every(({ repair }) => repair === null)) return [...findings];
  const { database, ages, pace, signal } = looking;
  const judged: Finding[] = [];
  for (let from = 0; from < findings.length; from += judgedAtOnce) {
    signal.throwIfAborted();
    const began = performance.now();
    const some = findings.slice(from, from + judgedAtOnce);
    judged.push(...(await withSnapshot(database, ages, (snapshot) => judgeFindings(some, judges, snapshot))));
    await pace(performance.now() - began);
  }
  return judged;
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
  const look: Look = { findings: [], more: new Map(), counted: new Map() };
  const named = new Map<AuditRuleName, number>();
  await section.look(looking, {
    found: (findings) => {
      for (const one of findings) {
        if ((named.get(one.rule) ?? 0) >= namedOfRule) add(look.more, one.rule, 1);
        else look.findings.push(one);
        add(named, one.rule, 1);
      }
    },
    counted: (what, count) => add(look.counted, what, count),
  });
  // Calls `pace` to renew the audit's lease, because a section with only one page has not called it.
  await looking.pace(0);
  return look;
}

function add<Name extends string>(counts: Map<Name, number>, name: Name, count: number): void {
  counts.set(name, (counts.get(name) ?? 0) + count);
}

export function keyOf({ rule, subject }: Pick<Finding, 'rule' | 'subject'>): string {
  return `${rule} ${subject}`;
}

function rounded(ms: number): number {
  return Math.round(ms) / 1000;
}

/** The last report of a service, as stored in its database and served by its API. */
export type KeptReport = Omit<AuditReport, 'findings'> & {
  /** The first `listedInReport` findings of each rule. */
  findings: { rule: string; subject: string; detail: string; repaired: boolean }[];
  /** The number of repaired findings by rule. Reports of earlier releases lack it. */
  repaired?: Partial<Record<string, number>>;
  /** When the last audit that checked every section ended. Null if there was none. Reports of earlier releases lack it. */
  complete_at?: string | null;
};

/** Returns when the last audit that checked every section ended (ISO 8601), or null if there was none. */
export function lastComplete(report: Omit<KeptReport, 'findings'> | null): string | null {
  return report?.not_checked.length === 0 ? report.finished_at : (report?.complete_at ?? null);
}

const listedInReport = 20;

/** `repaired`: keys (`rule subject`) of the repaired findings. */
export function toKept(report: AuditReport, repaired: ReadonlySet<string>): KeptReport {
  const marked = report.findings.map(({ rule, subject, detail }) => {
    return { rule, subject, detail, repaired: repaired.has(keyOf({ rule, subject })) };
  });
  const byRule = Map.groupBy(marked, ({ rule }) => rule);
  return {
    ...report,
    findings: [...byRule.values()].flatMap((found) => found.slice(0, listedInReport)),
    repaired: Object.fromEntries(
      [...byRule].map(([rule, found]) => [rule, found.filter((one) => one.repaired).length]),
    ),
  };
}

/**
 * Returns how many findings of a rule were repaired. If the report lacks this number, counts the listed findings that were
 * repaired.
 */
export function repairedOf({ repaired, findings }: KeptReport, rule: string): number {
  if (repaired) return repaired[rule] ?? 0;
  return findings.filter((found) => found.rule === rule && found.repaired).length;
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
