import { setTimeout as sleep } from 'node:timers/promises';

import { processNames, type ServerName } from '#deploy/processes.ts';
import type { KillPoint } from '#shared/platform/process/kill-point.ts';
import { eventually } from '#tests/support/eventually.ts';
import { bounceServer } from './chaos-store.ts';
import type { Fault } from './fault.ts';

const killPoints: readonly KillPoint[] = [
  'gateway.before-publish',
  'gateway.before-confirm',
  'gateway.after-confirm',
  'gateway.before-answer',
  'worker.before-transaction',
  'worker.before-commit',
  'worker.before-reply',
  'worker.before-ack',
  'relay.before-publish',
  'relay.before-confirm',
  'relay.after-positions',
  'relay.before-mark',
  'webhooks.before-record',
];
const servers: readonly ServerName[] = ['rabbitmq', 'mongodb', 'redis'];

const reachedWithin = 8000;

/** Kills a process at exactly the given point of its work. */
export function killPointFaults(): Fault[] {
  return killPoints.map((point) => ({
    kind: 'kill point',
    target: point,
    strike: async ({ store }) => {
      store.arm(point);
      const isReached = await eventually(point, () => !store.isArmed(point), reachedWithin).catch(
        () => false,
      );
      store.disarm(point);
      if (!isReached) return false;
      // On a busy machine, the process ends a little after it has reached the kill point.
      await eventually(`the process that reached ${point} to be away`, store.isAnyAway);
      return true;
    },
  }));
}

export function processFaults(): Fault[] {
  return processNames.flatMap((target): Fault[] => [
    {
      kind: 'kill -9',
      target,
      strike: async ({ store }) => {
        store.signal(target, 'SIGKILL');
        await store.restart(target);
        return true;
      },
    },
    {
      kind: 'SIGTERM, restart',
      target,
      strike: async ({ store }) => {
        store.signal(target, 'SIGTERM');
        await store.restart(target);
        return true;
      },
    },
    {
      kind: 'pause',
      target,
      strike: async ({ store, holdMs }) => {
        store.signal(target, 'SIGSTOP');
        await sleep(holdMs);
        store.signal(target, 'SIGCONT');
        return true;
      },
    },
  ]);
}

export function serverFaults(): Fault[] {
  return servers.flatMap((target): Fault[] => [
    {
      kind: 'kill -9',
      target,
      strike: async ({ store }) => {
        await bounceServer(store.servers, target, 'SIGKILL');
        return true;
      },
    },
    {
      kind: 'SIGTERM, restart',
      target,
      strike: async ({ store }) => {
        await bounceServer(store.servers, target, 'SIGTERM');
        return true;
      },
    },
    {
      kind: 'pause',
      target,
      strike: async ({ store, holdMs }) => {
        store.servers.server(target).kill('SIGSTOP');
        await sleep(holdMs);
        store.servers.server(target).kill('SIGCONT');
        return true;
      },
    },
  ]);
}

/** Suspends a worker in the middle of its work until another worker takes over, then resumes it. */
export function zombieFault(): Fault {
  return {
    kind: 'zombie writer',
    target: 'orders-worker',
    strike: async ({ store, holdMs }) => {
      store.signal('orders-worker', 'SIGSTOP');
      // Cutting the connection makes the broker give its queues to the spare worker immediately.
      store.links['worker-rabbitmq'].cut();
      await sleep(Math.max(holdMs, 3000));
      store.signal('orders-worker', 'SIGCONT');
      return true;
    },
  };
}
