import { setTimeout as sleep } from 'node:timers/promises';

import { say } from '../bench-command.ts';
import { processesOf, processFigures } from '../process-figures.ts';
import type { ComparedStore } from './compared-store.ts';

const lookMs = 500;
const longestMs = 10_000;
/** The CPU seconds per second that an idle store may use. Release 0.6.0 polls, which takes up to 0.18 s. */
const quietShare = 0.25;

/**
 * Runs `turn` (one measured run of a store) while the processes of the other stores are suspended. Idle processes would slow the
 * run too, and one release may use more CPU time when idle than another.
 */
export async function aloneOnMachine<T>(
  store: ComparedStore,
  stores: readonly ComparedStore[],
  turn: () => Promise<T>,
): Promise<T> {
  const others = stores.filter((other) => other !== store).flatMap(({ release }) => processesOf(release.pid));
  signal(others, 'SIGSTOP');
  try {
    return await turn();
  } finally {
    signal(others, 'SIGCONT');
    for (const other of stores) if (other !== store) await untilBrokerAnswers(other);
  }
}

/** A gateway that was suspended while it waited for the broker may refuse writes for a second after it continues. */
async function untilBrokerAnswers({ name, release }: ComparedStore): Promise<void> {
  const deadline = Date.now() + longestMs;
  for (;;) {
    const health = await fetch(`${release.url}/health/ready`);
    const { down } = (await health.json()) as { down: string[] };
    if (!down.includes('broker')) return;
    if (Date.now() > deadline) throw new Error(`The ${name} release does not reach its broker.`);
    await sleep(lookMs);
  }
}

function signal(pids: readonly number[], name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      // The process has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** CPU seconds that a store and its servers have used since their start. */
export function cpuOf({ name, release }: ComparedStore): number {
  return processFigures({ [name]: release.pid })[name]?.cpu ?? 0;
}

/** Waits until the store is idle, because background work would slow the next run. Gives up after ten seconds, and logs this. */
export async function untilQuiet(store: ComparedStore): Promise<void> {
  for (let waited = 0; waited < longestMs; waited += lookMs) {
    const before = cpuOf(store);
    await sleep(lookMs);
    if (cpuOf(store) - before < (quietShare * lookMs) / 1000) return;
  }
  say(`${store.name} is still busy after ${longestMs / 1000} s, so its next turn may be slower`);
}
