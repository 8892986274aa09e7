import { connect } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';

import { commandQueue, eventQueue, partitions } from '#shared/amqp/topology.ts';
import { isAllPublished } from '#shared/events/unpublished-events.ts';
import { eventually } from '#tests/support/eventually.ts';
import type { ChaosStore } from './chaos-store.ts';
import type { Fault } from './fault.ts';
import { entriesInQueue } from './queue-of-entry.ts';
import { changeWitness } from './witness.ts';

/**
 * RabbitMQ 3.10.8 may lose the process of a quorum queue if it is killed within a second of the queue's creation. This defect is
 * the broker's own (docs/runbook-queue.md).
 */
const youngQueueMs = 3000;

/** Deletes a queue of commands: only the commands in it may be lost. */
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

/** Deletes the queue through which orders follows the catalog, while it holds changes of a product. */
export function eventQueueFault(): Fault {
  return {
    kind: "events' queue deleted",
    target: 'orders events',
    strike: async ({ store, client, shop, database }) => {
      const followers = ['orders-worker', 'orders-spare'] as const;
      // A paused worker may already hold the event and process it after its queue is deleted.
      for (const follower of followers) store.signal(follower, 'SIGKILL');
      try {
        await changeWitness(client, shop);
        const catalog = database.db(`${store.namespace}_catalog`);
        await eventually('the event in its queue', () => isAllPublished(catalog), 8000).catch(
          () => undefined,
        );
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
