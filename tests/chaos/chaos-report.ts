import type { Strike } from './fault.ts';
import type { EntryState } from './ledger.ts';
import type { Verdict } from './oracle.ts';

export interface ChaosReport {
  seed: number;
  seconds: number;
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
  findings: string[];
  counted: Record<string, number>;
  defects: string[];
  stuck: string[];
  poison: string[];
}

/** Everything that should not be; empty when the store has kept its promises and the run has tried them. */
export function faultsOf(report: ChaosReport): string[] {
  const { verdict, strikes } = report;
  const named = (Object.entries(verdict) as [string, string[]][]).flatMap(([what, cases]) =>
    cases.map((one) => `${what}: ${one}`),
  );
  return [
    ...named,
    ...report.findings.map((one) => `audit: ${one}`),
    ...report.defects.map((one) => `defect: ${one}`),
    ...report.stuck.map((one) => `stuck: ${one}`),
    ...report.poison.map((one) => `poison: ${one}`),
    ...untried(strikes, report),
  ];
}

/** What must happen at least once for the run to say anything. */
function untried(strikes: readonly Strike[], { redelivered, suppressed, replayed }: ChaosReport): string[] {
  const kinds = new Set(strikes.map(({ kind }) => kind));
  const met = new Set(
    strikes.filter(({ hasStruck, inFlight }) => hasStruck && inFlight > 0).map(({ kind }) => kind),
  );
  return [
    ...[...kinds].filter((kind) => !met.has(kind)).map((kind) => `never: ${kind} with work under way`),
    ...(redelivered === 0 ? ['never: a redelivery'] : []),
    ...(suppressed === 0 ? ['never: a redelivered command that was known already'] : []),
    ...(replayed === 0 ? ['never: a repeated request answered by a replay'] : []),
  ];
}

export function reportTable(report: ChaosReport): string {
  const { strikes, counts, verdict } = report;
  const kinds = [...new Set(strikes.map(({ kind }) => kind))].sort();
  const rows = kinds.map((kind) => {
    const some = strikes.filter((strike) => strike.kind === kind);
    const struck = some.filter(({ hasStruck }) => hasStruck);
    const busy = struck.filter(({ inFlight }) => inFlight > 0);
    const slowest = Math.max(...some.map(({ recoveryMs }) => recoveryMs));
    return `| ${kind} | ${struck.length} | ${busy.length} | ${(slowest / 1000).toFixed(1)} s |`;
  });
  const sent = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const total = strikes.filter(({ hasStruck }) => hasStruck).length;
  return [
    '| fault | struck | with writes under way | slowest recovery |',
    '|---|---|---|---|',
    ...rows,
    `| all | ${total} | | |`,
    '',
    '| writes | ok | refused by a rule | not accepted | unknown to the client |',
    '|---|---|---|---|---|',
    `| ${sent} (${report.attempts} requests) | ${counts.ok} | ${counts.failed} | ${counts.refused} | ${counts.unknown + counts.open} |`,
    '',
    '| lost | duplicated | applied though refused | contradicted | oversold | stuck | audit findings |',
    '|---|---|---|---|---|---|---|',
    `| ${verdict.lost.length} | ${verdict.duplicated.length} | ${verdict.applied.length} | ${verdict.contradicted.length} | ${verdict.oversold.length} | ${verdict.stuck.length + report.stuck.length} | ${report.findings.length} |`,
    '',
    `Redeliveries ${report.redelivered}, of them known already ${report.suppressed}; replays to clients ${report.replayed}; seed ${report.seed}; ${report.seconds} s.`,
  ].join('\n');
}
