import { Redis } from 'ioredis';
import mongoose from 'mongoose';

import { connectBroker } from '#shared/platform/amqp/connection.ts';
import { parkedQueue, retryDelays, retryExchange } from '#shared/platform/amqp/topology.ts';
import { fromInboxDocument, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import type { TestStore } from '../../support/store.ts';
import { pause } from '../../support/pause.ts';

/**
 * The words that were found in each place that stores data. If a place contains none of the searched words,
 * its list is empty.
 */
export type Found = Map<string, string[]>;

/** Searches every collection, every durable queue, every Redis key and every log of a store. */
export async function searchEverywhere<Name extends string>(
  store: TestStore<Name>,
  words: readonly string[],
): Promise<Found> {
  const found: Found = new Map();
  const look = (place: string, text: string) => {
    const before = found.get(place) ?? [];
    // Search texts are stored in lower case.
    const lower = text.toLowerCase();
    const met = words.filter((word) => lower.includes(word.toLowerCase()));
    found.set(place, [...new Set([...before, ...met])].sort());
  };
  await lookIntoDatabases(store, look);
  await lookIntoQueues(store, look);
  await lookIntoRedis(store, look);
  for (const { name } of store.processes()) look(`log of ${name}`, store.log(name));
  return found;
}

type Look = (place: string, text: string) => void;

async function lookIntoDatabases(
  { servers, namespace }: Pick<TestStore, 'servers' | 'namespace'>,
  look: Look,
): Promise<void> {
  const connection = await mongoose.createConnection(servers.mongodbUri).asPromise();
  try {
    for (const service of serviceNames) {
      const database = connection.getClient().db(`${namespace}_${service}`);
      for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
        const place = `${service}.${name}`;
        look(place, '');
        for await (const document of database.collection(name).find()) {
          look(place, JSON.stringify(document));
          if (name === 'inbox') look(place, JSON.stringify(unpacked(document as unknown as InboxDocument)));
        }
      }
    }
  } finally {
    await connection.close();
  }
}

/** Unpacks an outcome, because its packed form can split a word. */
function unpacked(document: InboxDocument): unknown {
  return fromInboxDocument(document);
}

async function lookIntoQueues(
  { servers, namespace }: Pick<TestStore, 'servers' | 'namespace'>,
  look: Look,
): Promise<void> {
  for (const service of serviceNames) {
    const delayed = retryDelays.map((delay) => retryExchange(namespace, service, delay));
    for (const queue of [parkedQueue(namespace, service), ...delayed]) {
      const connection = await connectBroker(servers.rabbitmqUrl, 'search');
      try {
        const channel = await connection.createChannel();
        look(`queue ${queue.slice(namespace.length + 1)}`, '');
        for (;;) {
          const message = await channel.get(queue, { noAck: false });
          if (message === false) break;
          const { content, properties } = message;
          look(`queue ${queue.slice(namespace.length + 1)}`, content.toString() + JSON.stringify(properties));
        }
      } finally {
        // Closing the connection returns the messages to their queue.
        await connection.close();
      }
    }
  }
  await pause(100);
}

async function lookIntoRedis(
  { servers, namespace }: Pick<TestStore, 'servers' | 'namespace'>,
  look: Look,
): Promise<void> {
  const redis = new Redis(servers.redisUrl);
  try {
    look('keys of Redis', '');
    for await (const keys of redis.scanStream({ match: `*${namespace}*` }) as AsyncIterable<string[]>) {
      for (const key of keys) look('keys of Redis', `${key} ${JSON.stringify(await valueOf(redis, key))}`);
    }
  } finally {
    redis.disconnect();
  }
}

async function valueOf(redis: Redis, key: string): Promise<unknown> {
  const read: Record<string, () => Promise<unknown>> = {
    string: () => redis.get(key),
    hash: () => redis.hgetall(key),
    list: () => redis.lrange(key, '0', '-1'),
    set: () => redis.smembers(key),
    zset: () => redis.zrange(key, '0', '-1'),
    stream: () => redis.xrange(key, '-', '+'),
  };
  return read[await redis.type(key)]?.();
}
