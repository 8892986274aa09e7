import { setTimeout as sleep } from 'node:timers/promises';

import type { Member } from './chaos-store.ts';
import type { Fault } from './fault.ts';

const hour = 3600 * 1000;
/** Longer than a webhook endpoint may fail, and than outcomes and receivers' answers are kept. */
const fourDays = 96 * hour;
const workers: readonly Member[] = ['catalog-worker', 'orders-worker', 'webhooks-worker'];
/** The gateway jumps by an hour only: with a clock that is days off it rejects every token. */
const jumpsOf: readonly (readonly [Member, number])[] = [
  ['gateway', hour],
  ['orders-api', fourDays],
  ...workers.map((worker) => [worker, fourDays] as const),
];

/** Shifts the wall clock of one process and shifts it back, or kills the process while its clock is wrong. */
export function clockFaults(): Fault[] {
  const jumps = jumpsOf.map(([target, ms]): Fault => ({
    kind: 'clock jump',
    target,
    strike: async ({ store, random, holdMs }) => {
      store.setClock(target, random.pick([ms, -ms]));
      await sleep(holdMs);
      store.setClock(target, 0);
      return true;
    },
  }));
  const deaths = workers.map((target): Fault => ({
    kind: 'clock jump, kill -9',
    target,
    strike: async ({ store, random, holdMs }) => {
      // With a clock that runs ahead, a lease taken now lasts for days.
      store.setClock(target, random.pick([fourDays, -fourDays]));
      await sleep(holdMs);
      store.signal(target, 'SIGKILL');
      await store.restart(target);
      return true;
    },
  }));
  return [...jumps, ...deaths];
}
