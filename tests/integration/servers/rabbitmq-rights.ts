import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Channel, ChannelModel } from 'amqplib';
import { connectBroker } from '#shared/platform/amqp/connection.ts';
import {
  declareCommandQueues,
  declareEvents,
  ensureCommandQueues,
  repliesExchange,
} from '#shared/platform/amqp/topology.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { productEvents } from '#services/orders/stock/product-copy.ts';
import { serverUsers, type ServerUser } from '#deploy/servers/access.ts';
import type { Caller } from '#deploy/servers/server-uris.ts';
import type { Servers } from '#tools/local-stack/servers.ts';

/** Tries every operation as each user. RabbitMQ must allow the operations that the user needs and deny all others. */
export function testRabbitmqRights(servers: () => Servers, namespace: string): void {
  describe('RabbitMQ permissions', () => {
    const connections = new Map<Caller, ChannelModel>();
    const kinds = ['commands.0', 'commands.7', 'retry.1000', 'given-up', 'parked', 'events'];
    const queuesOf = (service: string) => kinds.map((kind) => `${namespace}.${service}.${kind}`);
    const foreign = 'elsewhere';
    /** A queue of another store. Its name begins like the names of this store's queues. */
    const similar = `${namespace}x.orders.commands.0`;
    const foreignQueues = [foreign, similar];
    const queues = [...serviceNames.flatMap(queuesOf), ...foreignQueues];
    const [replies, events] = [`${namespace}.replies`, `${namespace}.events`];
    const exchangesOf = (service: string) => [
      `${namespace}.${service}`,
      `${namespace}.${service}.retry.1000`,
    ];
    const exchanges = [
      ...serviceNames.flatMap(exchangesOf),
      replies,
      events,
      foreign,
      'amq.topic',
      'amq.fanout',
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
        const connection = await connectBroker(servers().uriOf('rabbitmq', caller), caller);
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
      for (const queue of foreignQueues) await channel.assertQueue(queue);
      await channel.assertExchange(foreign, 'topic');
      await channel.close();
    }

    /**
     * Returns the names of the attempts for which the broker does not refuse this user access. An attempt may still fail for
     * another reason.
     */
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
      // When the broker responds to a later call on the same channel, it has processed the message.
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

    test('each RabbitMQ user of the store’s processes can declare all queues and exchanges that this user needs', async () => {
      const needs: Record<ServerUser, Attempt> = {
        gateway: async (channel) => {
          const gateway = connections.get('gateway');
          if (gateway) await ensureCommandQueues(gateway, namespace);
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
      for (const user of serverUsers)
        expect(await permitted(user, [['everything', needs[user]]])).toEqual(['everything']);
    });

    test('RabbitMQ denies the gateway every operation on the queues of services', async () => {
      expect(await permitted('gateway', each(queues, onQueue))).toEqual([]);
    });

    test.each(serviceNames)('RabbitMQ lets the service %s use only its own queues', async (user) => {
      const others = [...serviceNames.filter((other) => other !== user).flatMap(queuesOf), ...foreignQueues];
      expect(await permitted(user, each(others, onQueue))).toEqual([]);
      const own = ['look into', 'consume', 'purge', 'delete', 'declare'];
      const wanted = queuesOf(user).flatMap((queue) => own.map((operation) => `${operation} ${queue}`));
      expect(await permitted(user, each(queuesOf(user), onQueue))).toEqual(wanted);
    });

    test('RabbitMQ lets each user declare, and publish to, only the exchanges that this user needs', async () => {
      const may = Object.fromEntries(
        await Promise.all(
          serverUsers.map(
            async (user) => [user, await permitted(user, each(exchanges, onExchange))] as const,
          ),
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

    test('RabbitMQ lets each service publish events only with its own name in the routing key', async () => {
      const own = {
        catalog: 'catalog.product.updated.v1',
        orders: 'orders.order.placed.v2',
        webhooks: 'webhooks.endpoint.disabled.v1',
      };
      const keys = [...Object.values(own), 'x', '', 'ordersx.a', '#'];
      const attempts = keys.map((key): [string, Attempt] => [
        key,
        (channel) => publish(channel, events, key),
      ]);
      expect(await permitted('gateway', attempts)).toEqual([]);
      for (const user of serviceNames) expect(await permitted(user, attempts)).toEqual([own[user]]);
    });

    test('RabbitMQ lets each user bind queues only to events, commands and replies that the user may read', async () => {
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

    test('RabbitMQ prevents each service from rerouting messages by bindings, dead letters or alternate exchanges', async () => {
      const others = (user: ServerUser) => [
        `${namespace}.${user === 'catalog' ? 'orders' : 'catalog'}`,
        foreign,
        'amq.topic',
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

    test('RabbitMQ prevents each user from publishing to a queue through the default exchange', async () => {
      const attempts = queues.map((queue): [string, Attempt] => [
        queue,
        (channel) => publish(channel, '', queue),
      ]);
      for (const user of serverUsers) expect(await permitted(user, attempts)).toEqual([]);
    });
  });
}
