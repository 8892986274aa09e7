import type { ChaosReport } from './chaos-report.ts';
import type { Strike } from './fault.ts';
import type { WebhooksReport } from './webhooks/follow-by-webhooks.ts';

/** The report as Markdown tables. */
export function reportTable(report: ChaosReport): string {
  const { counts, verdict, events } = report;
  const sent = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const registered = Object.entries(report.registered).map(([kind, count]) => `${kind} ${count}`);
  const readers = Object.entries(report.feed.counts).map(([name, count]) => `${name} ${count}`);
  return [
    ...strikeRows(report.strikes),
    '',
    '| writes | ok | refused by a rule | not accepted | unknown to the client | excused |',
    '|---|---|---|---|---|---|',
    `| ${sent} (${report.attempts} requests) | ${counts.ok} | ${counts.failed} | ${counts.refused} | ${counts.unknown + counts.open} | ${report.excused} |`,
    '',
    '| lost | duplicated | applied though refused | contradicted | oversold | stuck | wrongly parked | audit findings |',
    '|---|---|---|---|---|---|---|---|',
    `| ${verdict.lost.length} | ${verdict.duplicated.length} | ${verdict.applied.length} | ${verdict.contradicted.length} | ${verdict.oversold.length} | ${verdict.stuck.length + report.stuck.length} | ${verdict.parked.length} | ${report.findings.length} |`,
    '',
    `Events: ${events.seen} seen of ${events.expected}, ${events.again} of them repeated, ${events.late} after a newer version of their record. Read and compared: ${registered.join(', ')}.`,
    `Feed over HTTP, each event once and a record's in order: ${readers.join(', ')}.`,
    webhooksLine(report.webhooks),
    `Redeliveries ${report.redelivered}, ${report.suppressed} of them already known; replays to clients ${report.replayed}; seed ${report.seed}; ${report.seconds} s.`,
  ].join('\n');
}

function webhooksLine({ healthy, failing, changes, deliveries, again, waiting }: WebhooksReport): string {
  const later = waiting === 0 ? '' : ` ${waiting} wait for their next attempt.`;
  return `Webhooks: ${healthy} receivers, next to ${failing} that fail, received ${changes} changes each, in ${deliveries} deliveries, ${again} of them repeated under the same id.${later}`;
}

function strikeRows(strikes: readonly Strike[]): string[] {
  const tried = strikes.filter(({ notTried }) => notTried === null);
  const left = new Set(
    strikes.flatMap(({ kind, notTried }) => (notTried === null ? [] : [`${kind}: ${notTried}`])),
  );
  const rows = [...Map.groupBy(tried, ({ kind }) => kind)].sort(([a], [b]) => (a < b ? -1 : 1)).map(rowOf);
  const total = tried.filter(({ hasStruck }) => hasStruck).length;
  return [
    '| fault | struck | with writes under way | slowest recovery |',
    '|---|---|---|---|',
    ...rows,
    `| all ${rows.length} kinds | ${total} | | |`,
    ...(left.size === 0 ? [] : ['', ...[...left].map((one) => `Not tried: ${one}.`)]),
  ];
}

function rowOf([kind, strikes]: [string, Strike[]]): string {
  const struck = strikes.filter(({ hasStruck }) => hasStruck);
  const busy = struck.filter(({ inFlight }) => inFlight > 0);
  const slowest = Math.max(...strikes.map(({ recoveryMs }) => recoveryMs));
  return `| ${kind} | ${struck.length} | ${busy.length} | ${(slowest / 1000).toFixed(1)} s |`;
}
