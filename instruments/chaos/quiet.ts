import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditClient } from '#tools/operate/audit/audit-client.ts';
import { unpublishedEvents } from '#shared/engine/events/feed-state.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { connectBroker } from '#shared/platform/amqp/connection.ts';
import {
  commandQueue,
  eventQueue,
  givenUpQueue,
  partitions,
  retryDelays,
  retryExchange,
} from '#shared/platform/amqp/topology.ts';

interface Place {
  namespace: string;
  servers: { rabbitmqUrl: string };
  /** More queues that must be empty, in addition to the store's own queues. */
  alsoQueues?: readonly string[];
}

/** Waits until no work is in progress. Returns the work that is left at the deadline. */
export async function untilQuiet(store: Place, client: AuditClient, deadlineMs: number): Promise<string[]> {
  const deadline = Date.now() + deadlineMs;
  let quietFor = 0;
  let waiting: string[] = [];
  // Needs two successful checks in a row, because a message on its way between two queues is in neither of them.
  while (quietFor < 2 && Date.now() < deadline) {
    waiting = await underWay(store, client).catch((error: unknown) => [
      `cannot check for work: ${String(error)}`,
    ]);
    quietFor = waiting.length === 0 ? quietFor + 1 : 0;
    await sleep(500);
  }
  return quietFor >= 2 ? [] : waiting;
}

async function underWay(store: Place, client: AuditClient): Promise<string[]> {
  const { namespace } = store;
  const found: string[] = [];
  for (const service of serviceNames) {
    const { unpublished } = await unpublishedEvents(client.db(`${namespace}_${service}`));
    if (unpublished) found.push(`${service}: events since ${String(unpublished.at)}`);
    const bulk = client.db(`${namespace}_${service}`).collection('bulk_operations');
    const unfinished = await bulk.countDocuments({ finished_at: null });
    if (unfinished > 0) found.push(`${service}.bulk_operations: ${unfinished}`);
  }
  const stale = await staleCopies(client, namespace);
  if (stale.length > 0)
    found.push(`copies of products that are out of date: ${stale.slice(0, 5).join(', ')}`);
  const connection = await connectBroker(store.servers.rabbitmqUrl, 'quiet');
  connection.on('error', () => undefined);
  try {
    const channel = await connection.createChannel();
    channel.on('error', () => undefined);
    for (const queue of store.alsoQueues ?? []) {
      const { messageCount } = await channel.checkQueue(queue);
      if (messageCount > 0) found.push(`${queue}: ${messageCount}`);
    }
    for (const service of serviceNames) {
      const queues = [
        ...Array.from({ length: partitions }, (_, partition) => commandQueue(namespace, service, partition)),
        ...retryDelays.map((delay) => retryExchange(namespace, service, delay)),
        givenUpQueue(namespace, service),
        ...(service === 'orders' ? [eventQueue(namespace, service)] : []),
      ];
      for (const queue of queues) {
        const { messageCount } = await channel.checkQueue(queue);
        if (messageCount > 0) found.push(`${queue}: ${messageCount}`);
      }
    }
  } finally {
    await connection.close().catch(() => undefined);
  }
  return found;
}

/**
 * Products whose copy in the orders service has another version than in the catalog. The orders service repairs such copies by
 * itself.
 */
async function staleCopies(client: AuditClient, namespace: string): Promise<number[]> {
  interface Versioned {
    _id: number;
    version: number;
  }
  const versionsIn = (database: string) =>
    client
      .db(`${namespace}_${database}`)
      .collection<Versioned>('products')
      .find({}, { projection: { version: 1 } })
      .toArray();
  const copies = new Map((await versionsIn('orders')).map(({ _id, version }) => [_id, version]));
  const products = await versionsIn('catalog');
  return products.filter(({ _id, version }) => copies.get(_id) !== version).map(({ _id }) => _id);
}
