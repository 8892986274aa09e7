import { setTimeout as sleep } from 'node:timers/promises';

import type { Member } from './chaos-store.ts';
import type { Fault } from './fault.ts';

const hour = 3600 * 1000;
/** Longer than an endpoint may fail, and than outcomes and answers of receivers are kept. */
const fourDays = 96 * hour;
const workers: readonly Member[] = ['catalog-worker', 'orders-worker', 'webhooks-worker'];
/** A gateway whose clock is days off takes no token. */
const jumpsOf: readonly (readonly [Member, number])[] = [
  ['gateway', hour],
  ['orders-api', fourDays],
  ...workers.map((worker) => [worker, fourDays] as const),
];

/** The wall clock of one process jumps, and back later; or the process dies with the wrong time. */
export function clockFaults(): Fault[] {
  const jumps = jumpsOf.map(([target, ms]): Fault => ({
    ...{ kind: 'clock jump', target },
    strike: async ({ store, random, holdMs }) => {
      store.setClock(target, random.pick([ms, -ms]));
      await sleep(holdMs);
      store.setClock(target, 0);
      return true;
    },
  }));
  const deaths = workers.map((target): Fault => ({
    ...{ kind: 'clock jump, kill -9', target },
    strike: async ({ store, random, holdMs }) => {
      // Ahead, what it leases now would be its own for days.
      store.setClock(target, random.pick([fourDays, -fourDays]));
      await sleep(holdMs);
      store.signal(target, 'SIGKILL');
      await store.restart(target);
      return true;
    },
  }));
  return [...jumps, ...deaths];
}
