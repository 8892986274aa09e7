import type { Strike } from './fault.ts';
import type { EntryState } from './ledger.ts';
import type { Verdict } from './oracle.ts';
import type { WebhooksReport } from './webhooks/follow-by-webhooks.ts';

export interface ChaosReport {
  seed: number;
  seconds: number;
  /** Whether the caller chose only some kinds of faults. */
  isPartial: boolean;
  strikes: Strike[];
  counts: Record<EntryState, number>;
  /** The number of requests that the clients sent for all writes. */
  attempts: number;
  /** The number of redelivered messages, and how many of them belonged to a command that was already finished. */
  redelivered: number;
  suppressed: number;
  /** The number of responses that repeated an earlier outcome. */
  replayed: number;
  verdict: Verdict;
  /**
   * The numbers of events that the subscriber received: distinct, repeated, and older than an event received before.
   * `expected` counts the changes of all records.
   */
  events: { seen: number; again: number; late: number; expected: number; faults: string[] };
  /** For each reader of the HTTP feed, the number of distinct events that the reader received. */
  feed: { counts: Record<string, number>; faults: string[] };
  webhooks: WebhooksReport;
  /** The numbers of records that were read and compared, keyed by kind. */
  registered: Record<string, number>;
  /** The number of writes that were lost because a fault deleted their queue. */
  excused: number;
  findings: string[];
  counted: Record<string, number>;
  defects: string[];
  complaints: string[];
  stuck: string[];
  poison: string[];
}

/** All faults that the run found. Empty if the store kept its promises and every fault was exercised. */
export function faultsOf(report: ChaosReport): string[] {
  const { verdict, strikes, events, feed } = report;
  const named = (Object.entries(verdict) as [string, string[]][]).flatMap(([what, cases]) =>
    cases.map((one) => `${what}: ${one}`),
  );
  const miscounted =
    events.seen === events.expected ? [] : [`${events.seen} events were seen, of ${events.expected}`];
  return [
    ...named,
    ...[...miscounted, ...events.faults].map((one) => `events: ${one}`),
    ...feed.faults.map((one) => `feed: ${one}`),
    ...report.webhooks.faults.map((one) => `webhooks: ${one}`),
    ...report.findings.map((one) => `audit: ${one}`),
    ...report.defects.map((one) => `defect: ${one}`),
    ...report.complaints.map((one) => `promise: ${one}`),
    ...report.stuck.map((one) => `stuck: ${one}`),
    ...report.poison.map((one) => `poison: ${one}`),
    ...untried(strikes, report),
  ];
}

/**
 * Lists faults that the run never injected. The run proves nothing about these faults. Faults that this
 * machine cannot run are reported separately.
 */
function untried(strikes: readonly Strike[], report: ChaosReport): string[] {
  const { redelivered, suppressed, replayed, registered, isPartial } = report;
  const kinds = new Set(strikes.filter(({ notTried }) => notTried === null).map(({ kind }) => kind));
  const met = new Set(
    strikes.filter(({ hasStruck, inFlight }) => hasStruck && inFlight > 0).map(({ kind }) => kind),
  );
  const unmet = [...kinds]
    .filter((kind) => !met.has(kind))
    .map((kind) => `never: ${kind} with work under way`);
  if (Object.keys(registered).length === 0) unmet.push('never: a record read and compared');
  if (isPartial) return unmet;
  return [
    ...unmet,
    ...(redelivered === 0 ? ['never: a redelivery'] : []),
    ...(suppressed === 0 ? ['never: a redelivered command that was known already'] : []),
    ...(replayed === 0 ? ['never: a repeated request answered by a replay'] : []),
  ];
}
