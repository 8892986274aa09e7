import { processNames } from '#deploy/processes.ts';
import type { LoadResult } from './closed-loop.ts';
import type { Measured } from './measured.ts';
import type { ProcessFigures } from './process-figures.ts';
import type { BulkRun } from './write-bench.ts';

/** Alternating runs of the store and of its limit, which is the smallest program that does the same work. */
export interface Compared {
  name: string;
  runs: Measured[];
  limits: Measured[];
}

export interface BenchReport {
  at: string;
  machine: string;
  compared: Compared[];
  writes: Record<string, Measured>;
  bulk: (BulkRun & { limitSeconds: number })[];
  /** Keyed by number of orders, then by name of the query. */
  lists: Record<string, Record<string, LoadResult>>;
  /** Keyed by number of orders. `rss` is the peak memory in MiB, keyed by process. */
  streams: Record<string, { orders: number; seconds: number; rss: Record<string, number> }>;
  telemetry: { isOn: boolean; run: Measured }[];
  /** The 95th percentile in ms, without and during a long bulk operation. */
  fairness: Record<'checkout' | 'list', { quiet: number; busy: number }> | null;
  /** `together` is the memory of all processes, with shared memory counted once. */
  idle: { rss: Record<string, ProcessFigures>; together: number; startSeconds: number } | null;
}

const round = (value: number, digits = 0) => value.toFixed(digits);
const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The figures as Markdown tables. */
export function benchTables(report: BenchReport): string {
  const sections = [
    `${report.machine}, ${report.at.slice(0, 10)}`,
    comparedTable(report),
    writesTable(report),
    listsTable(report),
    remarks(report),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

/** Returns the fastest of several runs, because disturbances only make a run slower. */
function best(runs: readonly Measured[]): Measured {
  return runs.reduce((one, other) => (other.rate > one.rate ? other : one));
}

/**
 * The rate over all runs together. The comparison of store and limit uses this rate, because one lucky run
 * would distort the best rate.
 */
function overall(runs: readonly Measured[]): number {
  const sum = (of: (run: Measured) => number) => runs.reduce((total, run) => total + of(run), 0);
  return sum(({ requests }) => requests) / sum(({ seconds }) => seconds);
}

function comparedTable({ compared }: BenchReport): string {
  if (compared.length === 0) return '';
  const head = [
    'scenario',
    'per second',
    'p50',
    'p95',
    'p99 ms',
    'limit per second',
    'its p50',
    'rate ÷ limit',
    'best ÷ best',
    'CPU ms each (limit)',
  ];
  const rows = compared.map(({ name, runs, limits }) => {
    const [run, limit] = [best(runs), best(limits)];
    return [
      name,
      round(run.rate),
      round(run.p50, 1),
      round(run.p95, 1),
      round(run.p99, 1),
      round(limit.rate),
      round(limit.p50, 1),
      round(overall(runs) / overall(limits), 2),
      round(run.rate / limit.rate, 2),
      `${cpuOf(run)} (${cpuOf(limit)})`,
    ];
  });
  return table(head, rows);
}

function cpuOf({ cpu }: Measured): string {
  return round(
    Object.values(cpu).reduce((sum, ms) => sum + ms, 0),
    2,
  );
}

function writesTable({ writes }: BenchReport): string {
  const rows = Object.entries(writes).map(([name, run]) => [
    name,
    round(run.rate),
    round(run.p50, 1),
    round(run.p95, 1),
    cpuOf(run),
  ]);
  return rows.length === 0 ? '' : table(['scenario', 'per second', 'p50', 'p95 ms', 'CPU ms each'], rows);
}

function listsTable({ lists }: BenchReport): string {
  const sizes = Object.keys(lists);
  if (sizes.length === 0) return '';
  const questions = Object.keys(lists[sizes[0] ?? ''] ?? {});
  const cell = (size: string, question: string) => {
    const result = lists[size]?.[question];
    return result ? `${round(result.p50, 1)} / ${round(result.p95, 1)}` : '';
  };
  const rows = questions.map((question) => [question, ...sizes.map((size) => cell(size, question))]);
  return table(['one caller, p50 / p95 ms', ...sizes.map((size) => `${size} orders`)], rows);
}

function remarks({ bulk, streams, telemetry, fairness, idle }: BenchReport): string {
  const lines: string[] = [];
  for (const { records, seconds, limitSeconds, rss } of bulk) {
    const worker = round(rss['catalog-worker'] ?? 0);
    const [rate, limit] = [records / seconds, records / limitSeconds];
    lines.push(
      `- bulk update of ${records}: ${round(rate)} records/s, limit ${round(limit)} (${round(rate / limit, 2)}), catalog worker at most ${worker} MiB`,
    );
  }
  for (const { orders, seconds, rss } of Object.values(streams)) {
    const largest = Math.max(...processNames.map((name) => rss[name] ?? 0));
    lines.push(
      `- all ${orders} orders in one answer: ${round(orders / seconds)}/s, no process above ${round(largest)} MiB`,
    );
  }
  if (telemetry.length > 0) {
    const rate = (isOn: boolean) =>
      best(telemetry.filter((one) => one.isOn === isOn).map(({ run }) => run)).rate;
    const share = round((1 - rate(true) / rate(false)) * 100);
    lines.push(
      `- telemetry: ${round(rate(true))} checkouts/s with it, ${round(rate(false))} without: ${share} %`,
    );
  }
  for (const [name, { quiet, busy }] of Object.entries(fairness ?? {})) {
    const times = round(busy / quiet, 1);
    lines.push(
      `- beside a bulk update the p95 of a ${name} is ${round(busy, 1)} ms, without ${round(quiet, 1)}: ${times} times`,
    );
  }
  if (idle) {
    const sum = processNames.reduce((total, name) => total + (idle.rss[name]?.rss ?? 0), 0);
    lines.push(
      `- idle: ${processNames.length} processes ${round(idle.together)} MiB together (${round(sum)} with what they share counted for each); ready ${round(idle.startSeconds, 1)} s after their servers`,
    );
  }
  return lines.join('\n');
}
