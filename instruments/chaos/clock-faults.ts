import { setTimeout as sleep } from 'node:timers/promises';

import type { Member } from './chaos-store.ts';
import type { Fault } from './fault.ts';

const hour = 3600 * 1000;
/**
 * Longer than the time until a failing webhook endpoint is disabled, and longer than the retention of outcomes and of
 * receivers' responses.
 */
const fourDays = 96 * hour;
const workers: readonly Member[] = ['catalog-worker', 'orders-worker', 'webhooks-worker'];
/** The gateway's clock jumps by one hour only: a clock that is days off would make it reject every token. */
const jumpsOf: readonly (readonly [Member, number])[] = [
  ['gateway', hour],
  ['orders-api', fourDays],
  ...workers.map((worker) => [worker, fourDays] as const),
];

/** Faults that shift the wall clock of one process, and later shift the clock back or kill the process. */
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
      // A lease that ended by the worker's own clock could last for days after the worker's death.
      store.setClock(target, random.pick([fourDays, -fourDays]));
      await sleep(holdMs);
      store.signal(target, 'SIGKILL');
      await store.restart(target);
      return true;
    },
  }));
  return [...jumps, ...deaths];
}
