import { setTimeout as sleep } from 'node:timers/promises';

import type { Member } from './chaos-store.ts';
import type { Fault } from './fault.ts';

const hour = 3600 * 1000;
const workers: readonly Member[] = ['catalog-worker', 'orders-worker', 'webhooks-worker'];
const clocks: readonly Member[] = ['gateway', 'orders-api', ...workers];

/** The wall clock of one process jumps by an hour, and back later; or the process dies in the wrong hour. */
export function clockFaults(): Fault[] {
  const jumps = clocks.map((target): Fault => ({
    ...{ kind: 'clock jump', target },
    strike: async ({ store, random, holdMs }) => {
      store.setClock(target, random.pick([hour, -hour]));
      await sleep(holdMs);
      store.setClock(target, 0);
      return true;
    },
  }));
  const deaths = workers.map((target): Fault => ({
    ...{ kind: 'clock jump, kill -9', target },
    strike: async ({ store, holdMs }) => {
      // What it leases now would be its own for another hour.
      store.setClock(target, hour);
      await sleep(holdMs);
      store.signal(target, 'SIGKILL');
      await store.restart(target);
      return true;
    },
  }));
  return [...jumps, ...deaths];
}
