import type { Strike } from './fault.ts';
import type { EntryState } from './ledger.ts';
import type { Verdict } from './oracle.ts';
import type { WebhooksReport } from './webhooks/follow-by-webhooks.ts';

export interface ChaosReport {
  seed: number;
  seconds: number;
  /** Just some kinds of faults were chosen. */
  isPartial: boolean;
  strikes: Strike[];
  counts: Record<EntryState, number>;
  /** Requests that the writes took. */
  attempts: number;
  /** Deliveries that the broker made again, and those of them that were known already. */
  redelivered: number;
  suppressed: number;
  /** Answers that the clients got as replays. */
  replayed: number;
  verdict: Verdict;
  /** Distinct events that a subscriber saw, those that it saw once more, and how many there should be. */
  events: { seen: number; again: number; late: number; expected: number; faults: string[] };
  /** Events that each reader of the feed over HTTP was told, each once. */
  feed: { counts: Record<string, number>; faults: string[] };
  /** What receivers of webhooks were told. */
  webhooks: WebhooksReport;
  /** Records of each kind that were read and compared. */
  registered: Record<string, number>;
  /** Writes that lay in a queue when it was deleted. */
  excused: number;
  findings: string[];
  counted: Record<string, number>;
  defects: string[];
  complaints: string[];
  stuck: string[];
  poison: string[];
}

/** Everything that should not be; empty when the store has kept its promises and the run has tried them. */
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

/** What must happen at least once for the run to say anything; what can't be had on this machine is said elsewhere. */
function untried(strikes: readonly Strike[], report: ChaosReport): string[] {
  const { redelivered, suppressed, replayed, isPartial } = report;
  const kinds = new Set(strikes.filter(({ notTried }) => notTried === null).map(({ kind }) => kind));
  const met = new Set(
    strikes.filter(({ hasStruck, inFlight }) => hasStruck && inFlight > 0).map(({ kind }) => kind),
  );
  const unmet = [...kinds]
    .filter((kind) => !met.has(kind))
    .map((kind) => `never: ${kind} with work under way`);
  if (isPartial) return unmet;
  return [
    ...unmet,
    ...(redelivered === 0 ? ['never: a redelivery'] : []),
    ...(suppressed === 0 ? ['never: a redelivered command that was known already'] : []),
    ...(replayed === 0 ? ['never: a repeated request answered by a replay'] : []),
  ];
}
