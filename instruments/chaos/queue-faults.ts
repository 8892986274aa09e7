import { connect } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandQueue, eventQueue, partitions } from '#shared/platform/amqp/topology.ts';
import { isAllPublished } from '#shared/engine/events/feed-state.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { Fault } from './fault.ts';
import { entriesInQueue } from './queue-of-entry.ts';
import { changeWitness } from './witness.ts';

/**
 * How long to wait before a fault kills RabbitMQ. RabbitMQ 3.10.8 can lose the process of a quorum queue that is younger than a
 * second: a defect of the broker (docs/operate/runbook-queue.md).
 */
const youngQueueMs = 3000;

/** Deletes a command queue. Only the commands in this queue may be lost. */
export function commandQueueFault(): Fault {
  return {
    kind: 'queue deleted',
    target: 'orders commands',
    strike: async ({ store, ledger, random }) => {
      const all = Array.from({ length: partitions }, (_, partition) => partition);
      const partition = random.pick(all.filter((one) => !ledger.keptPartitions.has(one)));
      const excuse = () => {
        const lying = entriesInQueue(ledger.entries, { service: 'orders', partition }, store.idKeys);
        for (const entry of lying) entry.lostByOperator = true;
      };
      excuse();
      await deleteQueue(store, commandQueue(store.namespace, 'orders', partition));
      excuse();
      await sleep(youngQueueMs);
      return true;
    },
  };
}

/** Deletes the queue from which the orders service consumes catalog events, while it contains changes of a product. */
export function eventQueueFault(): Fault {
  return {
    kind: "events' queue deleted",
    target: 'orders events',
    strike: async ({ store, client, shop, database }) => {
      const followers = ['orders-worker', 'orders-spare'] as const;
      // A paused worker could already hold the event and process it after the queue is deleted, so this fault
      // kills the workers.
      for (const follower of followers) store.signal(follower, 'SIGKILL');
      try {
        await changeWitness(client, shop);
        const catalog = database.db(`${store.namespace}_catalog`);
        await eventually('the event in its queue', () => isAllPublished(catalog), 30_000);
        await deleteQueue(store, eventQueue(store.namespace, 'orders'));
      } finally {
        await Promise.all(followers.map(store.restart));
      }
      await sleep(youngQueueMs);
      return true;
    },
  };
}

async function deleteQueue(store: ChaosStore, queue: string): Promise<void> {
  const connection = await connect(store.servers.rabbitmqUrl);
  connection.on('error', () => undefined);
  const channel = await connection.createChannel();
  await channel.deleteQueue(queue);
  await connection.close();
}
