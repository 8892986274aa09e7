import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Channel } from 'amqplib';
import { Redis } from 'ioredis';
import { connectBroker } from '#shared/platform/amqp/connection.ts';
import { commandQueue, parkedQueue, serviceExchange } from '#shared/platform/amqp/topology.ts';
import { openParkedQueue } from '#shared/engine/commands/parked/parked-queue.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { toolUsers, type ToolUser } from '#deploy/servers/tool-access.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { chooseBackup } from '#tools/operate/backup/found-backups.ts';
import { openClient, type Client } from '#tools/operate/store-client.ts';
import { takeBackup } from '#tools/operate/backup/take-backup.ts';
import { noIdsAfter } from '#tools/operate/restore/jumps.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { knownData } from '#tools/operate/known-data.ts';
import { openQueues } from '#tools/operate/restore/queues.ts';
import { openKeys } from '#tools/operate/restore/redis-keys.ts';
import { restoreStore } from '#tools/operate/restore/restore-store.ts';
import type { RunCommand } from '../../support/commands/command-runner.ts';
import { temporaryFolder } from '../../support/servers.ts';

/** Call this before other tests change the servers. */
export function testToolRights(servers: () => Servers, namespace: string, runCommand: RunCommand): void {
  describe('the MongoDB, RabbitMQ and Redis users of the operator’s tools', () => {
    const say = { say: () => undefined };
    const ownName = `${namespace}_restore own`;
    const declared = (service: ServiceName) => [
      parkedQueue(namespace, service),
      commandQueue(namespace, service, 1),
    ];
    let clients: Record<ToolUser | 'operator', Client>;

    beforeAll(async () => {
      const open = (user: ToolUser | 'operator') => openClient(servers().uriOf('mongodb', user), ownName);
      clients = {
        backup: await open('backup'),
        restore: await open('restore'),
        audit: await open('audit'),
        operate: await open('operate'),
        operator: await open('operator'),
      };
      for (const service of serviceNames) {
        const database = clients.operator.db(`${namespace}_${service}`);
        const version = { _id: 'data-version', version: newestVersion(knownData[service]), release: '1' };
        await database.collection<{ _id: string }>('meta').insertOne(version);
        await database.collection('things').insertOne({ version: 1 });
      }
    });
    afterAll(async () => {
      // Deletes these queues, because other tests declare them with the store's own arguments.
      const broker = await connectBroker(servers().rabbitmqUrl, 'test');
      const channel = await broker.createChannel();
      for (const queue of serviceNames.flatMap(declared)) await channel.deleteQueue(queue);
      await channel.deleteQueue(commandQueue(namespace, 'orders', 0));
      await broker.close();
      for (const client of Object.values(clients)) await client.close();
    });

    /** Runs a command as this user. Resolves with its exit code and output. */
    async function command(user: ToolUser, name: string, ...words: string[]) {
      const { code, stdout, stderr } = await runCommand(`tools/operate/${name}.ts`, words, {
        MONGODB_URI: servers().uriOf('mongodb', user),
        RABBITMQ_URL: servers().uriOf('rabbitmq', user),
        STORE_NAMESPACE: namespace,
      });
      return { code, said: stdout + stderr };
    }

    test('the MongoDB, RabbitMQ and Redis users for backup and restore have all permissions that these tools need', async () => {
      const folder = temporaryFolder();
      const backup = await takeBackup({
        client: clients.backup,
        namespace,
        folder,
        key: null,
        release: '1',
        ...say,
      });
      expect(Object.keys(backup.manifest.databases)).toEqual([...serviceNames]);
      const broker = await connectBroker(servers().rabbitmqUrl, 'test');
      const channel = await broker.createChannel();
      const queue = commandQueue(namespace, 'orders', 0);
      await channel.assertQueue(queue, { durable: true });
      channel.sendToQueue(queue, Buffer.from('{}'));
      await channel.checkQueue(queue);
      await broker.close();
      const redis = new Redis(servers().redisUrl);
      await redis.set(`${namespace}:rate:1`, '1');

      const queues = await openQueues(servers().uriOf('rabbitmq', 'restore'), namespace);
      const keys = await openKeys(servers().uriOf('redis', 'restore'), namespace);
      const choices = { replace: true, endUnfinished: true, purgeQueues: true, idsAfter: noIdsAfter };
      const order = { client: clients.restore, ownName, namespace, key: null, queues, keys, choices, ...say };
      const chosen = await chooseBackup(folder, namespace);
      const { waiting, removedKeys } = await restoreStore({ ...order, backup: chosen });
      expect({ waiting, removedKeys }).toEqual({ waiting: { [queue]: 1 }, removedKeys: 1 });
      await queues.close();
      keys.close();
      redis.disconnect();
    });

    test('the server user “audit” can only read data and parked commands, and the server user “operate” can also discard or resend them', async () => {
      const broker = await connectBroker(servers().rabbitmqUrl, 'test');
      const channel = await broker.createConfirmChannel();
      for (const service of serviceNames) {
        for (const queue of declared(service)) {
          await channel.assertQueue(queue, { durable: true });
          await channel.bindQueue(queue, serviceExchange(namespace, service), queue);
        }
      }
      const sent = { messageId: 'b'.repeat(32), type: 'orders.update', headers: { 'x-parked-from': 'x' } };
      const park = async (): Promise<void> => {
        channel.publish(
          serviceExchange(namespace, 'orders'),
          parkedQueue(namespace, 'orders'),
          Buffer.from('?'),
          sent,
        );
        await channel.waitForConfirms();
      };
      await park();

      const one: unknown = expect.stringContaining('1 parked');
      const audited = await command('audit', 'audit');
      expect(audited).toMatchObject({ code: 0, said: one });
      expect(await command('operate', 'audit', '--repair')).toMatchObject({ code: 0 });
      expect(await command('audit', 'parked', 'list')).toMatchObject({ said: one });
      // The audit user can only read. It cannot record a discard, so the discard must fail.
      expect(await command('audit', 'parked', 'discard', '--all', '--force')).toMatchObject({ code: 1 });
      expect(await command('operate', 'parked', 'discard', '--all', '--force')).toMatchObject({ code: 0 });
      const acted = clients.operator.db(`${namespace}_orders`).collection('parked_audit');
      expect(await acted.find({}, { projection: { _id: 0, action: 1, state: 1 } }).toArray()).toEqual([
        { action: 'discard', state: 'done' },
      ]);
      expect((await channel.checkQueue(parkedQueue(namespace, 'orders'))).messageCount).toBe(0);

      const operator = await openParkedQueue(servers().uriOf('rabbitmq', 'operate'), namespace, 'orders');
      await park();
      const [held] = await operator.take();
      if (!held) throw new Error('One is parked');
      await operator.publish(commandQueue(namespace, 'orders', 1), held, {});
      await operator.remove(held);
      await operator.close();
      expect((await channel.checkQueue(commandQueue(namespace, 'orders', 1))).messageCount).toBe(1);
      await broker.close();
    });

    test('the MongoDB, RabbitMQ and Redis users for backup, restore, audit and operations are denied actions that their tools do not need', async () => {
      const refused = /not authorized|NOPERM|ACCESS_REFUSED|ACCESS-REFUSED/;
      const orders = (user: ToolUser) => clients[user].db(`${namespace}_orders`).collection('things');
      for (const user of ['backup', 'audit'] as const)
        await expect(orders(user).insertOne({})).rejects.toThrow(refused);
      for (const user of toolUsers) {
        await expect(clients[user].db('elsewhere').collection('things').findOne()).rejects.toThrow(refused);
        await expect(clients[user].db('admin').command({ usersInfo: 1 })).rejects.toThrow(refused);
        await expect(clients[user].db('admin').command({ shutdown: 1 })).rejects.toThrow(refused);
      }
      await expect(connectBroker(servers().uriOf('rabbitmq', 'backup'), 'test')).rejects.toThrow(refused);
      const queue = commandQueue(namespace, 'orders', 0);
      for (const [user, call] of [
        ['restore', (channel: Channel) => channel.assertQueue('shop.orders.own', { durable: true })],
        ['audit', (channel: Channel) => channel.get(queue)],
        ['operate', (channel: Channel) => channel.get(queue)],
        ['operate', (channel: Channel) => channel.assertQueue('shop.orders.own', { durable: true })],
      ] as const) {
        const broker = await connectBroker(servers().uriOf('rabbitmq', user), 'test');
        broker.on('error', () => undefined);
        const channel = await broker.createChannel();
        channel.on('error', () => undefined);
        await expect(call(channel)).rejects.toThrow(refused);
        await broker.close();
      }
      const redis = new Redis(servers().uriOf('redis', 'restore'), { disableClientInfo: true });
      for (const call of [
        () => redis.get(`${namespace}:a`),
        () => redis.flushall(),
        () => redis.unlink('elsewhere:a'),
      ])
        await expect(call()).rejects.toThrow(refused);
      redis.disconnect();
    });
  });
}
