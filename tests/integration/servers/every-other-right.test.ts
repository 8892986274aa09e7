import { connect } from 'node:net';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Channel, ChannelModel } from 'amqplib';
import express from 'express';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';
import { connectBroker } from '#shared/amqp/connection.ts';
import { declareCommandQueues, declareEvents } from '#shared/amqp/topology.ts';
import { listen } from '#shared/http/listen.ts';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import { startBulkQueue } from '#shared/jobs/bulk-queue.ts';
import { createLog } from '#shared/process/log.ts';
import { productEvents } from '#services/orders/rules/product-copy.ts';
import { accessOf, serverUsers } from '#deploy/servers/access.ts';
import type { ServerUser } from '#deploy/servers/access.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { eventually } from '../../support/eventually.ts';
import { startTemporaryServers } from '../../support/servers.ts';
import { anyPort, plain } from '../../support/plain.ts';

/** Tries everything that a user could do at its server: the server must allow what it needs and refuse the rest. */
const namespace = 'shop';
const quiet = createLog('test', 'silent');
let servers: Servers;

beforeAll(async () => {
  servers = await startTemporaryServers(namespace);
}, 120_000);
afterAll(async () => {
  await servers.stop();
}, 60_000);

describe('RabbitMQ permissions', () => {
  const connections = new Map<Caller, ChannelModel>();
  const kinds = ['commands.0', 'commands.7', 'retry.1000', 'given-up', 'parked', 'events'];
  const queuesOf = (service: string) => kinds.map((kind) => `${namespace}.${service}.${kind}`);
  const foreign = 'elsewhere';
  const queues = [...serviceNames.flatMap(queuesOf), foreign];
  const [replies, events] = [`${namespace}.replies`, `${namespace}.events`];
  const exchangesOf = (service: string) => [`${namespace}.${service}`, `${namespace}.${service}.retry.1000`];
  const exchanges = [
    ...serviceNames.flatMap(exchangesOf),
    ...[replies, events, foreign, 'amq.topic', 'amq.fanout'],
  ];
  const patterns = [
    '#',
    'catalog.#',
    'orders.#',
    'orders.order.*.v2',
    'orders.order.placed.v2',
    ...productEvents,
  ];

  beforeAll(async () => {
    for (const caller of ['operator', ...serverUsers] as const) {
      const connection = await connectBroker(servers.uriOf('rabbitmq', caller), caller);
      connection.on('error', () => undefined);
      connections.set(caller, connection);
    }
    await makeEverything();
  });
  afterAll(async () => {
    for (const connection of connections.values()) await connection.close();
  });

  async function channelOf(caller: Caller): Promise<Channel> {
    const channel = await connections.get(caller)?.createChannel();
    if (!channel) throw new Error(`${caller} is not connected`);
    channel.on('error', () => undefined);
    return channel;
  }

  async function makeEverything(): Promise<void> {
    const channel = await channelOf('operator');
    for (const service of serviceNames) {
      await declareCommandQueues(channel, namespace, service);
      await declareEvents(channel, namespace, { service, patterns: [] });
    }
    await channel.assertQueue(foreign);
    await channel.assertExchange(foreign, 'topic');
    await channel.close();
  }

  /** The attempts that the broker permits this user, whatever their result. */
  async function permitted(user: ServerUser, attempts: [string, Attempt][]): Promise<string[]> {
    const allowed: string[] = [];
    for (const [name, attempt] of attempts) {
      const channel = await channelOf(user);
      const error: unknown = await attempt(channel).then(
        () => null,
        (fault: unknown) => fault,
      );
      await channel.close().catch(() => undefined);
      if (!String(error).includes('ACCESS_REFUSED')) allowed.push(name);
      if (error === null && name.startsWith('delete')) await makeEverything();
    }
    return allowed;
  }

  type Attempt = (channel: Channel) => Promise<unknown>;

  const onQueue: Record<string, (channel: Channel, queue: string) => Promise<unknown>> = {
    'look into': (channel, queue) => channel.get(queue),
    consume: (channel, queue) => channel.consume(queue, () => undefined),
    purge: (channel, queue) => channel.purgeQueue(queue),
    delete: (channel, queue) => channel.deleteQueue(queue),
    declare: (channel, queue) => channel.assertQueue(queue),
    'bind a key of its own to': (channel, queue) => channel.bindQueue(queue, 'amq.topic', 'x'),
  };
  const onExchange: Record<string, (channel: Channel, exchange: string) => Promise<unknown>> = {
    delete: (channel, exchange) => channel.deleteExchange(exchange),
    declare: (channel, exchange) => channel.assertExchange(exchange, 'topic'),
    'publish to': (channel, exchange) => publish(channel, exchange, 'x'),
  };

  async function publish(channel: Channel, exchange: string, key: string): Promise<void> {
    const failed = new Promise((_resolve, reject) => channel.once('error', reject));
    failed.catch(() => undefined);
    channel.publish(exchange, key, Buffer.from('x'));
    // Calls with an answer, later on the same channel: by then the message was taken or refused.
    await Promise.race([failed, channel.checkExchange('amq.direct')]);
    await Promise.race([failed, channel.checkExchange('amq.direct')]);
  }

  const each = (
    names: readonly string[],
    operations: Record<string, (channel: Channel, name: string) => Promise<unknown>>,
  ) =>
    names.flatMap((name) =>
      Object.entries(operations).map(([operation, run]): [string, Attempt] => [
        `${operation} ${name}`,
        (channel) => run(channel, name),
      ]),
    );

  test('RabbitMQ denies the gateway every operation on the queues of services', async () => {
    expect(await permitted('gateway', each(queues, onQueue))).toEqual([]);
  });

  test.each(serviceNames)('RabbitMQ lets %s use its own queues and no others', async (user) => {
    const others = [...serviceNames.filter((other) => other !== user).flatMap(queuesOf), foreign];
    expect(await permitted(user, each(others, onQueue))).toEqual([]);
    const own = ['look into', 'consume', 'purge', 'delete', 'declare'];
    const wanted = queuesOf(user).flatMap((queue) => own.map((operation) => `${operation} ${queue}`));
    expect(await permitted(user, each(queuesOf(user), onQueue))).toEqual(wanted);
  });

  test('RabbitMQ lets each user change and publish to only the exchanges it needs', async () => {
    const may = Object.fromEntries(
      await Promise.all(
        serverUsers.map(async (user) => [user, await permitted(user, each(exchanges, onExchange))] as const),
      ),
    );
    const everything = (names: string[]) =>
      names.flatMap((name) => Object.keys(onExchange).map((operation) => `${operation} ${name}`));
    const [toEvents] = [['delete', 'declare'].map((operation) => `${operation} ${events}`)];
    expect(may).toEqual({
      gateway: ['catalog', 'orders', 'webhooks'].map((service) => `publish to ${namespace}.${service}`),
      catalog: [...everything([...exchangesOf('catalog'), replies]), ...toEvents],
      orders: [...everything([...exchangesOf('orders'), replies]), ...toEvents],
      webhooks: [...everything([...exchangesOf('webhooks'), replies]), ...toEvents],
    });
  });

  test('RabbitMQ lets each service publish events only under its own name', async () => {
    const own = {
      catalog: 'catalog.product.updated.v1',
      orders: 'orders.order.placed.v2',
      webhooks: 'webhooks.endpoint.disabled.v1',
    };
    const keys = [...Object.values(own), 'x', '', 'ordersx.a', '#'];
    const attempts = keys.map((key): [string, Attempt] => [key, (channel) => publish(channel, events, key)]);
    expect(await permitted('gateway', attempts)).toEqual([]);
    for (const user of serviceNames) expect(await permitted(user, attempts)).toEqual([own[user]]);
  });

  test('RabbitMQ lets each user bind queues only to the events, commands and replies meant for it', async () => {
    const from = exchanges.flatMap((exchange) => patterns.map((pattern) => [exchange, pattern] as const));
    const attempts = (queue: string) =>
      from.map(([exchange, pattern]): [string, Attempt] => [
        `${exchange} ${pattern}`,
        async (channel) => {
          const own = queue === '' ? (await channel.assertQueue('', { exclusive: true })).queue : queue;
          await channel.bindQueue(own, exchange, pattern);
        },
      ]);
    const every = (names: string[]) =>
      names.flatMap((name) => patterns.map((pattern) => `${name} ${pattern}`));
    expect(await permitted('gateway', attempts(''))).toEqual(every([replies]));
    for (const user of ['catalog', 'webhooks'] as const)
      expect(await permitted(user, attempts(`${namespace}.${user}.events`))).toEqual(
        every(exchangesOf(user)),
      );
    expect(await permitted('orders', attempts(`${namespace}.orders.events`))).toEqual([
      ...every(exchangesOf('orders')),
      ...productEvents.map((pattern) => `${events} ${pattern}`),
    ]);
  });

  test('RabbitMQ lets no service reroute messages by exchange bindings, dead letters or alternate exchanges', async () => {
    const others = (user: ServerUser) => [
      `${namespace}.${user === 'catalog' ? 'orders' : 'catalog'}`,
      ...[foreign, 'amq.topic'],
    ];
    for (const user of serviceNames) {
      const attempts = [
        ...patterns
          .filter((pattern) => user !== 'orders' || !productEvents.some((own) => own === pattern))
          .map((pattern): [string, Attempt] => [
            `pass ${events} ${pattern} on`,
            (channel) => channel.bindExchange(`${namespace}.${user}`, events, pattern),
          ]),
        ...others(user).flatMap((exchange): [string, Attempt][] => [
          [
            `send dead letters to ${exchange}`,
            (channel) =>
              channel.assertQueue(`${namespace}.${user}.dead`, {
                arguments: { 'x-dead-letter-exchange': exchange },
              }),
          ],
          [
            `send what no queue takes to ${exchange}`,
            (channel) =>
              channel.assertExchange(`${namespace}.${user}.new`, 'direct', { alternateExchange: exchange }),
          ],
        ]),
      ];
      expect(await permitted(user, attempts)).toEqual([]);
    }
  });

  test('RabbitMQ lets no user publish to a queue through the default exchange', async () => {
    const attempts = queues.map((queue): [string, Attempt] => [
      queue,
      (channel) => publish(channel, '', queue),
    ]);
    for (const user of serverUsers) expect(await permitted(user, attempts)).toEqual([]);
  });
});

describe('MongoDB without authentication', () => {
  const opMsg = 2013;
  const opCompressed = 2012;

  function message(opcode: number, body: Buffer): Buffer {
    const header = Buffer.alloc(16);
    header.writeInt32LE(16 + body.length, 0);
    header.writeInt32LE(opcode, 12);
    return Buffer.concat([header, body]);
  }

  /** `hello` as an unauthenticated client may send it: flags, the kind of its one section, and the section. */
  function hello(): Buffer {
    const asked = mongoose.mongo.BSON.serialize({
      hello: 1,
      compression: ['snappy', 'zstd', 'zlib'],
      $db: 'admin',
    });
    return Buffer.concat([Buffer.alloc(5), asked]);
  }

  function zlibMessage(body: Buffer): Buffer {
    const head = Buffer.alloc(9);
    head.writeInt32LE(opMsg, 0);
    head.writeInt32LE(body.length, 4);
    head.writeInt8(2, 8);
    return message(opCompressed, Buffer.concat([head, deflateSync(body)]));
  }

  /** The first answer of the server to these bytes; empty if it closes the connection instead. */
  function answerTo(bytes: Buffer): Promise<string> {
    const { host } = new URL(servers.uriOf('mongodb', 'operator').replace(/^mongodb:/, 'http:'));
    const [name, port] = host.split(':');
    return new Promise((resolve, reject) => {
      const socket = connect({ host: name ?? '', port: Number(port) }, () => socket.write(bytes));
      socket.once('data', (data) => {
        socket.destroy();
        resolve(data.toString('latin1'));
      });
      socket.once('close', () => resolve(''));
      socket.once('error', reject);
    });
  }

  test('MongoDB offers no compression to an unauthenticated client', async () => {
    const answer = await answerTo(message(opMsg, hello()));
    expect(answer).toContain('maxWireVersion');
    expect(answer).not.toContain('compression');
  });

  test('MongoDB does not read a compressed message of an unauthenticated client', async () => {
    expect(await answerTo(zlibMessage(hello()))).toBe('');
  });
});

describe('Redis permissions', () => {
  // The last text is for commands that the server is configured to refuse to everyone.
  const refusal =
    /NOPERM|has no permissions to run|can't run this command|not allowed from script|command not allowed/;
  /** Commands that need no right: they begin and end a connection. */
  const forAll = ['auth', 'hello', 'quit', 'reset'];
  type CommandInfo = [name: string, arity: number, ...more: unknown[]];

  async function connected<T>(caller: Caller, work: (redis: Redis) => Promise<T>): Promise<T> {
    const redis = new Redis(servers.uriOf('redis', caller), {
      maxRetriesPerRequest: 0,
      disableClientInfo: true,
    });
    redis.on('error', () => undefined);
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  /** Every command and subcommand of this server, with as many words as it wants at least. */
  async function everyCommand(): Promise<string[][]> {
    const infos = (await connected('operator', (redis) => redis.call('COMMAND'))) as CommandInfo[];
    return infos.flatMap(([name, arity, ...more]) => {
      const subcommands = (more[7] ?? []) as CommandInfo[];
      const own: CommandInfo[] = subcommands.length > 0 ? subcommands : [[name, arity]];
      return own.map(([full, least]) => {
        const words = full.split('|');
        return [...words, ...Array<string>(Math.max(Math.abs(least) - words.length, 0)).fill('1')];
      });
    });
  }

  const answer = (redis: Redis, [name = '', ...rest]: string[]) =>
    redis.call(name, ...rest).then(String, (error: unknown) => String(error));
  /** The client library treats `select` specially, so this asks Redis for the result of a dry run. */
  const asked = (user: ServerUser, words: string[]) =>
    connected('operator', (redis) => answer(redis, ['ACL', 'DRYRUN', user, ...words]));

  test.each(serverUsers)('Redis lets %s use the commands listed for it and no others', async (user) => {
    const commands = await everyCommand();
    expect(commands.length).toBeGreaterThan(300);
    const listed = accessOf(namespace)
      [user].redis.filter((rule) => rule.startsWith('+'))
      .map((rule) => rule.slice(1));
    const nameOf = ([name = '', subcommand = '']: string[]) =>
      listed.includes(name) || forAll.includes(name) ? name : `${name}|${subcommand}`;
    const others = commands.filter((words) => ![...listed, ...forAll].includes(nameOf(words)));
    const answers = await connected(user, (redis) =>
      Promise.all(others.map((words) => (words[0] === 'select' ? asked(user, words) : answer(redis, words)))),
    );
    const allowed = others
      .filter((_, index) => !refusal.test(answers[index] ?? ''))
      .map((words) => words.join(' '));
    expect(allowed).toEqual([]);
    const exist = new Set(
      commands.flatMap(([name = '', subcommand = '']) => [name, `${name}|${subcommand}`]),
    );
    expect(listed.filter((command) => !exist.has(command))).toEqual([]);
  });

  test.each(serverUsers)('Redis denies forbidden commands in a script of %s', async (user) => {
    for (const call of [
      "'KEYS', '*'",
      "'SCAN', '0'",
      "'FLUSHALL'",
      "'CONFIG', 'GET', '*'",
      "'CLIENT', 'LIST'",
    ]) {
      const run = (redis: Redis) => redis.call('EVAL', `return redis.call(${call})`, '0');
      await expect(connected(user, run)).rejects.toThrow(refusal);
    }
  });

  test('a bulk queue works, retries and shows its board with only its listed Redis commands', async () => {
    const redisUrl = servers.uriOf('redis', 'catalog');
    await connected('operator', (redis) => redis.call('ACL', 'LOG', 'RESET'));
    const worked: number[] = [];
    const queue = startBulkQueue({
      ...{ redisUrl, namespace, service: 'catalog', log: quiet },
      workSlice: async () => {
        worked.push(worked.length);
        if (worked.length === 1) throw new Error('the first attempt fails');
        return { end: worked.length < 4 ? ('more' as const) : ('done' as const), cursor: worked.length };
      },
    });
    const app = express().use('/board', queue.board('/board'));
    const http = await listen(app, anyPort, plain);
    try {
      await eventually('the connection', () => queue.isOpen);
      await queue.enqueue('an-operation', 0, null);
      await eventually('four slices', () => worked.length === 4, 20_000);
      const { port } = http.server.address() as { port: number };
      for (const status of [
        'latest',
        'active',
        'waiting',
        'completed',
        'failed',
        'delayed',
        'paused',
        'prioritized',
      ]) {
        const response = await fetch(
          `http://127.0.0.1:${port}/board/api/queues?activeQueue=catalog-bulk&status=${status}`,
        );
        expect([status, response.status]).toEqual([status, 200]);
      }
      // The board also asks for the list of connections, and works without it.
      const refused = (await connected('operator', (redis) => redis.call('ACL', 'LOG'))) as unknown[][];
      expect(refused.map((entry) => entry[entry.indexOf('object') + 1])).toEqual(
        refused.map(() => 'client|list'),
      );
    } finally {
      await queue.close();
      await http.close();
    }
  }, 40_000);
});
