import { randomBytes } from 'node:crypto';
import { afterAll } from '@jest/globals';
import { connect, type Channel, type ChannelModel } from 'amqplib';
import { Redis } from 'ioredis';
import { createLog } from '#shared/platform/process/log.ts';
import { connectDatabase, driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { sharedServers } from '../../support/servers.ts';
import { eventually } from '../../support/eventually.ts';

export const quiet = createLog('test', 'silent');

/** A unique name for databases, queues and keys. */
export function ownName(): string {
  return `it-${randomBytes(5).toString('hex')}`;
}

export interface OwnDatabase {
  database: Database;
  /** Drops the database and disconnects. */
  close: () => Promise<void>;
}

export async function openDatabase(name = ownName()): Promise<OwnDatabase> {
  const database = await connectDatabase(sharedServers().mongodbUri, name, quiet, { giveUpAfterMs: 60_000 });
  return {
    database,
    close: async () => {
      await database.dropDatabase();
      await database.close();
    },
  };
}

export interface PreparedDatabase<Prepared> extends OwnDatabase {
  prepared: Prepared;
}

const reusable = new Map<object, PreparedDatabase<unknown>[]>();
let isLastTestOver = false;
// Runs before the hooks of the test file, because Jest calls hooks in the sequence of their declaration.
afterAll(async () => {
  isLastTestOver = true;
  for (const { close } of [...reusable.values()].flat()) await close();
});

/**
 * A database with the collections and indexes that `prepare` creates, and no documents. Closing it empties it for the next
 * test of the file with the same `kind`, because creating collections and indexes takes much longer.
 */
export async function openPrepared<Prepared>(
  kind: object,
  prepare: (database: Database) => Promise<Prepared>,
): Promise<PreparedDatabase<Prepared>> {
  const unused = (reusable.get(kind) ?? []) as PreparedDatabase<Prepared>[];
  reusable.set(kind, unused);
  const own = unused.pop() ?? (await prepareNew(prepare));
  return {
    ...own,
    close: async () => {
      if (isLastTestOver) return own.close();
      await empty(own.database);
      unused.push(own);
    },
  };
}

async function prepareNew<Prepared>(
  prepare: (database: Database) => Promise<Prepared>,
): Promise<PreparedDatabase<Prepared>> {
  const own = await openDatabase();
  return { ...own, prepared: await prepare(own.database) };
}

async function empty(database: Database): Promise<void> {
  const db = driverDatabase(database);
  const names = (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  // MongoDB does not allow deleting documents of its profiler (`system.profile`), so this drops the collection.
  await Promise.all(
    names.map((name) =>
      name === 'system.profile' ? db.collection(name).drop() : db.collection(name).deleteMany(),
    ),
  );
}

export interface OwnBroker {
  url: string;
  connection: ChannelModel;
  channel: Channel;
  /** The number of messages in a queue. Null if the queue does not exist. */
  count: (queue: string) => Promise<number | null>;
  close: () => Promise<void>;
}

/** Opens a database for all tests of the file, and drops it after them. */
export async function useDatabase(): Promise<OwnDatabase> {
  const own = await openDatabase();
  afterAll(() => own.close());
  return own;
}

/** Connects to the broker for all tests of the file. Disconnects after these tests. */
export async function useBroker(): Promise<OwnBroker> {
  const broker = await openBroker();
  afterAll(() => broker.close());
  return broker;
}

export async function openBroker(): Promise<OwnBroker> {
  const url = sharedServers().rabbitmqUrl;
  const connection = await connect(url);
  connection.on('error', () => undefined);
  const channel = await connection.createChannel();
  return {
    url,
    connection,
    channel,
    count: async (queue) => {
      // A failed check closes its channel, so each check opens a new channel.
      const probe = await connection.createChannel();
      probe.on('error', () => undefined);
      try {
        const { messageCount } = await probe.checkQueue(queue);
        await probe.close();
        return messageCount;
      } catch {
        return null;
      }
    },
    close: () => connection.close(),
  };
}

/** Two ready Redis connections, like those of two gateways. */
export async function connectRedisTwice(): Promise<[Redis, Redis]> {
  const one = () =>
    new Redis(sharedServers().redisUrl, { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
  const both: [Redis, Redis] = [one(), one()];
  await eventually('both Redis connections to be ready', () =>
    both.every((redis) => redis.status === 'ready'),
  );
  return both;
}
