import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { connect, type ChannelModel } from 'amqplib';
import mongoose from 'mongoose';

import { commandQueue, eventQueue, parkedQueue, partitions } from '#shared/platform/amqp/topology.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { eventually } from '#tests/support/eventually.ts';
import { openDataDir } from '#tools/local-stack/data-dir.ts';
import { ensureServers } from '#tools/local-stack/servers.ts';
import type { Records } from './old-data.ts';

const { MongoClient, BSON } = mongoose.mongo;

/** The documents of each collection. */
type Documents = Record<string, Record<string, unknown>[]>;

/** Documents and messages of a release, so that a test can start from them without running that release. */
export interface Shapes {
  /** The databases of the services that the release had. */
  databases: Record<'catalog' | 'orders', Documents> & Partial<Record<ServiceName, Documents>>;
  messages: { queue: string; content: string; properties: { messageId?: string; headers?: object } }[];
  /** The records as that release returned them, before it received the unfinished writes. */
  before: Record<string, Record<string, string>>;
}

const mostOfAKind = 25;
const mostRecords = 100;
/** Collections that describe processes instead of records. */
const leftOut = new Set(['leases', 'system.views']);

/** Starts the servers of a stopped store and saves their content. */
export async function keepShapes(folder: string, file: string, before: Records): Promise<void> {
  const dataDir = await openDataDir(folder);
  const servers = await ensureServers({ dataDir, say: () => undefined });
  try {
    const shapes: Shapes = {
      databases: {
        catalog: await documentsOf(servers.mongodbUri, 'store_catalog'),
        orders: await documentsOf(servers.mongodbUri, 'store_orders'),
        webhooks: await documentsOf(servers.mongodbUri, 'store_webhooks'),
      },
      messages: await messagesOf(servers.rabbitmqUrl),
      before: Object.fromEntries(Object.entries(before).map(([list, all]) => [list, sample(all)])),
    };
    writeFileSync(file, gzipSync(BSON.EJSON.stringify(shapes, { relaxed: false }), { level: 9 }));
  } finally {
    await servers.stop();
    dataDir.release();
  }
}

/** Takes the first records, which bulk work does not change. */
function sample(records: ReadonlyMap<number, string>): Record<string, string> {
  const ids = [...records.keys()].toSorted((a, b) => a - b).slice(0, mostRecords);
  return Object.fromEntries(ids.map((id) => [id, records.get(id) ?? '']));
}

/** Keeps only a few commands of each kind, because the file must stay small. Keeps all records. */
function thinned(documents: Record<string, unknown>[]): Record<string, unknown>[] {
  const kinds = Object.values(Object.groupBy(documents, ({ type }) => String(type)));
  return kinds.flatMap((kind = []) => kind.slice(0, mostOfAKind));
}

async function documentsOf(uri: string, name: string): Promise<Documents> {
  const client = await MongoClient.connect(uri);
  try {
    const db = client.db(name);
    const collections = await db.listCollections().toArray();
    const kept = collections.map((one) => one.name).filter((one) => !leftOut.has(one));
    const entries = kept.map(
      async (one) => [one, await db.collection(one).find().sort({ _id: 1 }).toArray()] as const,
    );
    const all = Object.fromEntries(await Promise.all(entries));
    return { ...all, inbox: thinned(all['inbox'] ?? []) };
  } finally {
    await client.close();
  }
}

async function messagesOf(url: string): Promise<Shapes['messages']> {
  const connection = await connect(url);
  try {
    const messages: Shapes['messages'] = [];
    for (const service of serviceNames) {
      const commands = Array.from({ length: partitions }, (_, partition) =>
        commandQueue('store', service, partition),
      );
      const queues = [...commands, parkedQueue('store', service), eventQueue('store', service)];
      for (const queue of queues) messages.push(...(await messagesIn(connection, queue)));
    }
    return messages;
  } finally {
    // The client acks no message, so the broker keeps all messages.
    await connection.close();
  }
}

/** Reads through a consumer, because a queue with a single active consumer rejects other reads. */
async function messagesIn(connection: ChannelModel, queue: string): Promise<Shapes['messages']> {
  const channel = await connection.createChannel();
  channel.on('error', () => undefined);
  const count = await channel.checkQueue(queue).then(
    ({ messageCount }) => messageCount,
    // Some services have no event queue.
    () => 0,
  );
  const messages: Shapes['messages'] = [];
  if (count === 0) return messages;
  await channel.consume(queue, (message) => {
    if (!message) return;
    const { messageId, headers } = message.properties as { messageId?: string; headers?: object };
    const properties = { ...(messageId !== undefined && { messageId }), headers: headers ?? {} };
    messages.push({ queue, content: message.content.toString(), properties });
  });
  await eventually(`${count} messages of ${queue}`, () => messages.length >= count, 30_000);
  return messages;
}
