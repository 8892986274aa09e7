import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import type { Channel, ChannelModel } from 'amqplib';
import { connectBroker } from '#shared/amqp/connection.ts';
import {
  commandQueue,
  declareCommandQueues,
  declareEvents,
  ensureCommandQueues,
  eventQueue,
  eventsExchange,
  parkedQueue,
  repliesExchange,
  serviceExchange,
} from '#shared/amqp/topology.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { serverUsers } from '#deploy/servers/access.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import { createRateLimiter } from '#services/gateway/limits/rate-limit.ts';
import { createInFlightLimit } from '#services/gateway/limits/in-flight-limit.ts';
import { startTemporaryServers } from '../../support/servers.ts';
import { eventually } from '../../support/eventually.ts';

const namespace = 'shop';
let servers: Servers;

beforeAll(async () => {
  servers = await startTemporaryServers(namespace);
}, 120_000);
afterAll(async () => {
  await servers.stop();
}, 60_000);

/** Whether the server allows the attempt or refuses it to this user; rethrows any other error. */
async function asked(attempt: () => Promise<unknown>): Promise<'allowed' | 'refused'> {
  try {
    await attempt();
    return 'allowed';
  } catch (error) {
    if (
      /ACCESS_REFUSED|NOPERM|not authorized|requires authentication|ACL failure in script|user executing the script can't access/.test(
        String(error),
      )
    )
      return 'refused';
    throw error;
  }
}

describe('RabbitMQ permissions', () => {
  const connections = new Map<Caller, ChannelModel>();
  beforeAll(async () => {
    for (const caller of ['operator', ...serverUsers] as const) {
      const connection = await connectBroker(servers.uriOf('rabbitmq', caller), caller);
      connection.on('error', () => undefined);
      connections.set(caller, connection);
    }
    await declareAll(await channelOf('operator'));
  });
  afterAll(async () => {
    for (const connection of connections.values()) await connection.close();
  });

  async function channelOf(caller: Caller): Promise<Channel> {
    const channel = await connections.get(caller)?.createConfirmChannel();
    if (!channel) throw new Error(`${caller} is not connected`);
    channel.on('error', () => undefined);
    return channel;
  }

  /** A refusal closes the channel, so each attempt has its own. */
  async function ask(user: Caller, attempt: (channel: Channel) => Promise<unknown>) {
    const channel = await channelOf(user);
    const answer = await asked(() => attempt(channel));
    await channel.close().catch(() => undefined);
    return answer;
  }

  async function declareAll(channel: Channel): Promise<void> {
    for (const service of serviceNames) await declareCommandQueues(channel, namespace, service);
    await declareEvents(channel, namespace, { service: 'orders', patterns: ['catalog.product.*.v1'] });
  }

  const publish = (user: ServerUser, exchange: string, routingKey: string) =>
    ask(user, async (channel) => {
      const failed = new Promise((_resolve, reject) => channel.once('error', reject));
      failed.catch(() => undefined);
      channel.publish(exchange, routingKey, Buffer.from('x'));
      // A call with an answer, later on the same channel: by then the message was taken or refused.
      await Promise.race([failed, channel.checkExchange(exchange === '' ? 'amq.direct' : exchange)]);
      await Promise.race([failed, channel.checkExchange('amq.direct')]);
    });
  const consume = (user: ServerUser, queue: string) =>
    ask(user, (channel) => channel.consume(queue, () => undefined));

  test('each RabbitMQ user can declare everything it needs without the operator', async () => {
    const needs: Record<ServerUser, (channel: Channel) => Promise<void>> = {
      gateway: async (channel) => {
        const gateway = connections.get('gateway');
        if (gateway) await ensureCommandQueues(gateway, namespace, serviceNames);
        const { queue } = await channel.assertQueue('', { exclusive: true });
        await channel.bindQueue(queue, repliesExchange(namespace), queue);
        await channel.consume(queue, () => undefined);
      },
      catalog: async (channel) => {
        await declareCommandQueues(channel, namespace, 'catalog');
        await declareEvents(channel, namespace, null);
      },
      orders: async (channel) => {
        await declareCommandQueues(channel, namespace, 'orders');
        await declareEvents(channel, namespace, { service: 'orders', patterns: ['catalog.product.*.v1'] });
      },
      webhooks: async (channel) => {
        await declareCommandQueues(channel, namespace, 'webhooks');
        await declareEvents(channel, namespace, null);
      },
    };
    for (const user of serverUsers) expect(await ask(user, needs[user])).toBe('allowed');
  });

  test.each([
    ['gateway', 'catalog commands', 'allowed'],
    ['gateway', 'orders commands', 'allowed'],
    ['gateway', 'replies', 'refused'],
    ['gateway', 'catalog events', 'refused'],
    ['gateway', 'any queue at all', 'refused'],
    ['catalog', 'catalog commands', 'allowed'],
    ['catalog', 'orders commands', 'refused'],
    ['catalog', 'replies', 'allowed'],
    ['catalog', 'catalog events', 'allowed'],
    ['catalog', 'orders events', 'refused'],
    ['catalog', 'any queue at all', 'refused'],
    ['orders', 'orders commands', 'allowed'],
    ['orders', 'catalog commands', 'refused'],
    ['orders', 'orders events', 'allowed'],
    ['orders', 'catalog events', 'refused'],
    ['orders', 'any queue at all', 'refused'],
  ] as const)('a RabbitMQ publish by %s to %s is %s', async (user, where, expected) => {
    const [exchange, key] = {
      'catalog commands': [serviceExchange(namespace, 'catalog'), commandQueue(namespace, 'catalog', 0)],
      'orders commands': [serviceExchange(namespace, 'orders'), commandQueue(namespace, 'orders', 0)],
      replies: [repliesExchange(namespace), 'amq.gen-nobody'],
      'catalog events': [eventsExchange(namespace), 'catalog.product.created.v1'],
      'orders events': [eventsExchange(namespace), 'orders.order.placed.v2'],
      'any queue at all': ['', commandQueue(namespace, 'orders', 0)],
    }[where] as [string, string];
    expect(await publish(user, exchange, key)).toBe(expected);
  });

  test.each([
    ['catalog', 'catalog', 'allowed'],
    ['catalog', 'orders', 'refused'],
    ['orders', 'orders', 'allowed'],
    ['orders', 'catalog', 'refused'],
  ] as const)('consuming by %s from the RabbitMQ queues of %s is %s', async (user, service, expected) => {
    expect(await consume(user, commandQueue(namespace, service, 1))).toBe(expected);
    expect(await consume(user, parkedQueue(namespace, service))).toBe(expected);
    if (service === 'orders') expect(await consume(user, eventQueue(namespace, service))).toBe(expected);
  });

  test.each(serverUsers)(
    '%s can neither declare nor delete RabbitMQ queues under other names',
    async (user) => {
      const foreign = user === 'catalog' ? 'orders' : 'catalog';
      expect(await ask(user, (channel) => channel.assertQueue('elsewhere'))).toBe('refused');
      expect(await ask(user, (channel) => channel.assertQueue(`${namespace}x.orders.commands.0`))).toBe(
        'refused',
      );
      expect(await ask(user, (channel) => channel.deleteQueue(parkedQueue(namespace, foreign)))).toBe(
        'refused',
      );
    },
  );
});

describe('MongoDB permissions', () => {
  async function ask(caller: Caller, work: (client: mongoose.mongo.MongoClient) => Promise<unknown>) {
    const client = new mongoose.mongo.MongoClient(servers.uriOf('mongodb', caller));
    try {
      return await asked(() => work(client));
    } finally {
      await client.close();
    }
  }

  test.each(serviceNames)('%s can read and write its own MongoDB database and no other', async (service) => {
    const other = service === 'catalog' ? 'orders' : 'catalog';
    const write = (database: string) => (client: mongoose.mongo.MongoClient) =>
      client
        .db(database)
        .collection<{ _id: string }>('things')
        .insertOne({ _id: `${service}-${database}` });
    const read = (database: string) => (client: mongoose.mongo.MongoClient) =>
      client.db(database).collection('things').find().toArray();
    expect(await ask(service, write(`${namespace}_${service}`))).toBe('allowed');
    expect(await ask(service, read(`${namespace}_${service}`))).toBe('allowed');
    for (const database of [`${namespace}_${other}`, `other_${service}`, 'admin']) {
      expect(await ask(service, write(database))).toBe('refused');
      expect(await ask(service, read(database))).toBe('refused');
    }
    expect(await ask(service, (client) => client.db('admin').command({ usersInfo: 1 }))).toBe('refused');
  });

  test('the gateway cannot log in to MongoDB', async () => {
    const work = (client: mongoose.mongo.MongoClient) => client.db('admin').command({ ping: 1 });
    await expect(ask('gateway', work)).rejects.toThrow('Authentication failed');
  });
});

describe('Redis permissions', () => {
  async function ask(caller: Caller, ...[command = '', ...rest]: string[]) {
    const redis = new Redis(servers.uriOf('redis', caller), { lazyConnect: true, maxRetriesPerRequest: 0 });
    try {
      return await asked(() => redis.call(command, ...rest));
    } finally {
      redis.disconnect();
    }
  }

  test('each Redis user can read its own keys and no others', async () => {
    const keys: Record<ServerUser, string> = {
      gateway: `${namespace}:unfinished:client:1`,
      catalog: `${namespace}:jobs:catalog-bulk:meta`,
      orders: `${namespace}:jobs:orders-bulk:meta`,
      webhooks: `${namespace}:jobs:webhooks-turns:meta`,
    };
    for (const user of serverUsers) {
      for (const owner of serverUsers) {
        expect([user, owner, await ask(user, 'GET', keys[owner])]).toEqual([
          ...[user, owner, user === owner ? 'allowed' : 'refused'],
        ]);
      }
      expect(await ask(user, 'GET', `other:${keys[user]}`)).toBe('refused');
    }
  });

  test.each(serverUsers)(
    '%s can neither flush nor shut down Redis, nor list its keys, settings and users',
    async (user) => {
      for (const command of [
        ['FLUSHALL'],
        ['KEYS', '*'],
        ['CONFIG', 'GET', '*'],
        ['ACL', 'LIST'],
        ['SHUTDOWN'],
      ]) {
        expect([command, await ask(user, ...command)]).toEqual([command, 'refused']);
      }
    },
  );

  test('the Redis user of the gateway may use the commands that its limits need', async () => {
    const options = { enableOfflineQueue: false, maxRetriesPerRequest: 0 };
    const [redis, operator] = (['gateway', 'operator'] as const).map(
      (caller) => new Redis(servers.uriOf('redis', caller), options),
    ) as [Redis, Redis];
    try {
      await eventually('both connections', () => [redis, operator].every(({ status }) => status === 'ready'));
      const inFlight = createInFlightLimit({ redis, namespace, limit: 100 });
      const take = createRateLimiter({ redis, namespace });
      // The limits fall back to counting in the process when Redis refuses: only the keys prove that it did not.
      await eventually('both keys', async () => {
        await Promise.all([take('counted', 100), inFlight.add('admin:counted', 'a command')]);
        return (
          (await operator.exists(`${namespace}:rate:counted`, `${namespace}:unfinished:admin:counted`)) === 2
        );
      });
      inFlight.release('admin:counted', 'a command');
      await eventually(
        'the release',
        async () => !(await operator.exists(`${namespace}:unfinished:admin:counted`)),
      );
    } finally {
      redis.disconnect();
      operator.disconnect();
    }
  });

  test('a Redis script cannot read keys that its user cannot read', async () => {
    const script = `return redis.call('GET', '${namespace}:jobs:orders-bulk:meta')`;
    expect(await ask('catalog', 'EVAL', script, '0')).toBe('refused');
    expect(await ask('operator', 'EVAL', script, '0')).toBe('allowed');
  });
});
