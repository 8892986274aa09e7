import type { BenchStore } from './bench-store.ts';
import type { LoadResult } from './closed-loop.ts';
import { percentile } from './percentile.ts';
import { cpuBetween } from './process-figures.ts';

export interface Measured extends LoadResult {
  /** CPU milliseconds per request, keyed by process. */
  cpu: Record<string, number>;
  /** MiB after the load, keyed by process. */
  rss: Record<string, number>;
}

/** Runs a load and measures the CPU time per request of every process. */
export async function measured(bench: BenchStore, load: () => Promise<LoadResult>): Promise<Measured> {
  const before = bench.figures();
  const result = await load();
  const after = bench.figures();
  return {
    ...result,
    cpu: mapValues(cpuBetween(before, after), (seconds) => (seconds / result.requests) * 1000),
    rss: mapValues(after, (figures) => figures.rss),
  };
}

function mapValues<V, W>(record: Record<string, V>, map: (value: V) => W): Record<string, W> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

/** Rounds to whole milliseconds. */
export function percentiles(times: readonly number[]): { p50: number; p95: number } {
  return { p50: Math.round(percentile(times, 0.5)), p95: Math.round(percentile(times, 0.95)) };
}
