import { setTimeout as sleep } from 'node:timers/promises';

import { cpuBetween, processFigures } from '../process-figures.ts';
import type { ComparedStore } from './compared-store.ts';

const lookMs = 500;
const longestMs = 10_000;
/** Seconds of CPU time per second, of all processes of a store: an idle one polls and beats a little. */
const quietShare = 0.1;

/** Seconds of CPU time so far, of each store with what it started. */
export function cpuOf(stores: readonly ComparedStore[]): Record<string, { cpu: number; rss: number }> {
  return processFigures(Object.fromEntries(stores.map(({ name, release }) => [name, release.pid])));
}

/**
 * Waits until no store is at work: what one turn leaves to do in the background must not be paid by the next. Gives up after
 * ten seconds, since a store may always have something to do.
 */
export async function untilQuiet(stores: readonly ComparedStore[]): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    const before = cpuOf(stores);
    await sleep(lookMs);
    const used = Object.values(cpuBetween(before, cpuOf(stores)));
    if (used.every((seconds) => seconds < (quietShare * lookMs) / 1000)) return;
  }
}
