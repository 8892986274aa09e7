import { setTimeout as sleep } from 'node:timers/promises';

import { eventually } from '#tests/support/eventually.ts';
import { brokerControlMissing, runRabbitmqctl } from './broker-control.ts';
import { bounceServer } from './chaos-store.ts';
import type { Fault, FaultContext } from './fault.ts';
import { askOnce } from './witness.ts';

/**
 * How long it takes until all publishers are blocked, in ms. The broker notifies a publisher only when that
 * publisher sends a message.
 */
const blockedWithinMs = 1500;
const refusedWithinMs = 10_000;

const alarms = {
  memory: {
    raise: ['set_vm_memory_high_watermark', 'absolute', '1MB'],
    clear: ['set_vm_memory_high_watermark', '0.4'],
  },
  disk: { raise: ['set_disk_free_limit', '100000GB'], clear: ['set_disk_free_limit', '50MB'] },
};

/** The broker raises an alarm for memory or disk space and blocks its publishers. */
export function blockedBrokerFaults(): Fault[] {
  return (['memory', 'disk'] as const).map((target) => ({
    kind: 'broker blocked',
    target,
    strike: async (context) => {
      const { servers } = context.store;
      const missing = brokerControlMissing(servers);
      if (missing !== null) return { notTried: missing };
      await runRabbitmqctl(servers, ...alarms[target].raise);
      try {
        await sleep(blockedWithinMs);
        await expectRefusal(context, target);
        await sleep(context.holdMs);
      } finally {
        await runRabbitmqctl(servers, ...alarms[target].clear);
      }
      return true;
    },
  }));
}

/** Expects that the store soon refuses writes. On a busy machine, some writes still succeed before the first one is refused. */
async function expectRefusal({ client, shop, complain }: FaultContext, alarm: string): Promise<void> {
  await eventually(
    'a write refused for certain',
    async () => (await askOnce(client, shop)).state === 'refused',
    refusedWithinMs,
  ).catch(() =>
    complain(`no write was refused as unavailable while the ${alarm} alarm of the broker was on`),
  );
  const body = (await client.read('/health/ready')).body as { status?: string; down?: string[] };
  const { status, down } = body;
  if (status === 'ok' || down?.includes('broker') !== true) {
    complain(`/health/ready reports a broker whose ${alarm} alarm is on as ok: ${JSON.stringify(body)}`);
  }
}

/**
 * Suspends the broker, which still accepts bytes, and then kills it. The messages that were sent meanwhile
 * are lost.
 */
export function hungBrokerFault(): Fault {
  return {
    kind: 'hung, then kill -9',
    target: 'rabbitmq',
    strike: async ({ store, client, shop, holdMs }) => {
      store.servers.server('rabbitmq').kill('SIGSTOP');
      await Promise.all([askOnce(client, shop), askOnce(client, shop), askOnce(client, shop)]);
      await sleep(Math.min(holdMs, 4000));
      await bounceServer(store.servers, 'rabbitmq', 'SIGKILL');
      return true;
    },
  };
}
