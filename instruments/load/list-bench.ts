import { say } from './bench-command.ts';
import type { BenchStore } from './bench-store.ts';
import { closedLoop, type LoadAnswer, type LoadRequest, type LoadResult } from './closed-loop.ts';
import type { ListQuestion } from './list-questions.ts';

/** Each query is repeated for about `ms` milliseconds, but at least `least` and at most `most` times. */
const alone = { least: 40, ms: 1500, most: 100 };
const together = { callers: 16, times: 128 };

/**
 * The times for one caller. `first`: the slowest of the first requests for each path. A first request also counts all matching
 * records if there are many. The store then reuses this total.
 */
export interface AskedAlone extends LoadResult {
  first: number;
}

export async function askAlone(
  bench: BenchStore,
  questions: readonly ListQuestion[],
): Promise<Record<string, AskedAlone>> {
  const token = await bench.token(null);
  const results: Record<string, AskedAlone> = {};
  for (const [index, { name, paths }] of questions.entries()) {
    const ask = (times: number) =>
      closedLoop(bench.store.url, 1, requestsFor(paths, times, [token]), checkPage);
    const { p50: usual, p95: first } = await ask(paths.length);
    const times = Math.floor(alone.ms / Math.max(usual, 1));
    const asked = await ask(Math.min(Math.max(times, alone.least), alone.most));
    results[name] = { ...asked, first };
    say(`${index + 1} of ${questions.length}, ${name}: ${asked.p50.toFixed(1)}, ${asked.p95.toFixed(1)} ms`);
  }
  return results;
}

/** Sends each query from sixteen admins at the same time, because the gateway lets one admin have few slow reads at once. */
export async function askTogether(
  bench: BenchStore,
  questions: readonly ListQuestion[],
): Promise<Record<string, LoadResult>> {
  const names = Array.from({ length: together.callers }, (_, index) => `admin-${index}`);
  const tokens = await Promise.all(names.map(bench.adminToken));
  const results: Record<string, LoadResult> = {};
  for (const { name, paths } of questions) {
    const requests = requestsFor(paths, together.times, tokens);
    results[name] = await closedLoop(bench.store.url, together.callers, requests, checkPage);
  }
  return results;
}

function requestsFor(paths: readonly string[], times: number, tokens: readonly string[]): LoadRequest[] {
  const inTurn = (values: readonly string[], index: number) => values[index % values.length] ?? '';
  return Array.from({ length: times }, (_, index) => {
    return { method: 'GET', path: inTurn(paths, index), token: inTurn(tokens, index) };
  });
}

export function checkPage({ status, text }: LoadAnswer): void {
  const { data } = JSON.parse(text) as { data?: unknown };
  if (status !== 200 || !Array.isArray(data))
    throw new Error(`A list returned ${status}: ${text.slice(0, 300)}`);
}

/** Reads all orders in one response and returns their number. */
export async function streamAll(bench: BenchStore): Promise<{ orders: number; seconds: number }> {
  const startedAt = performance.now();
  const response = await fetch(`${bench.store.url}/api/admin/orders`, {
    headers: { authorization: `Bearer ${await bench.token(null)}` },
  });
  let orders = 0;
  let rest = '';
  const decoder = new TextDecoder();
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    rest += decoder.decode(chunk, { stream: true });
    const parts = rest.split('"order_number"');
    orders += parts.length - 1;
    rest = (parts.at(-1) ?? '').slice(-20);
  }
  if (!rest.endsWith(']}')) throw new Error('The stream of all orders broke off');
  return { orders, seconds: (performance.now() - startedAt) / 1000 };
}
