import { setTimeout as sleep } from 'node:timers/promises';

import { cpuBetween, processFigures } from '../process-figures.ts';
import type { ComparedStore } from './compared-store.ts';

const lookMs = 500;
const longestMs = 10_000;
/** CPU seconds per second that an idle store may use. Release 0.6.0 polls, which takes up to 0.18. */
const quietShare = 0.25;

/** CPU seconds of each store since its start, with its descendants. */
export function cpuOf(stores: readonly ComparedStore[]): Record<string, { cpu: number; rss: number }> {
  return processFigures(Object.fromEntries(stores.map(({ name, release }) => [name, release.pid])));
}

/**
 * Waits until both stores are idle, so that background work of one turn does not slow the next. Gives up after ten seconds,
 * because a store may always have work.
 */
export async function untilQuiet(stores: readonly ComparedStore[]): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    const before = cpuOf(stores);
    await sleep(lookMs);
    const used = Object.values(cpuBetween(before, cpuOf(stores)));
    if (used.every((seconds) => seconds < (quietShare * lookMs) / 1000)) return;
  }
}
