import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { connectBroker } from '#shared/amqp/connection.ts';
import { commandQueue } from '#shared/amqp/topology.ts';
import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import type { ToolUser } from '#deploy/servers/tool-access.ts';
import type { DataDir } from '#tools/local-stack/data-dir.ts';
import type { Servers } from '#tools/local-stack/servers.ts';
import { chooseBackup } from '#tools/operate/backup/found-backups.ts';
import { openClient } from '#tools/operate/backup/moment.ts';
import type { Client } from '#tools/operate/backup/moment.ts';
import { takeBackup } from '#tools/operate/backup/take-backup.ts';
import { noIdsAfter } from '#tools/operate/restore/jumps.ts';
import { knownData } from '#tools/operate/restore/known-data.ts';
import { openQueues } from '#tools/operate/restore/queues.ts';
import { openKeys } from '#tools/operate/restore/redis-keys.ts';
import { restoreStore } from '#tools/operate/restore/restore-store.ts';
import { removeDataDir, startOwnServers, temporaryDataDir } from '../../support/servers.ts';

const namespace = 'shop';
const quiet = { say: () => undefined };
let dataDir: DataDir;
let servers: Servers;
let clients: Record<ToolUser | 'operator', Client>;
const ownName = `${namespace}_restore own`;

beforeAll(async () => {
  dataDir = await temporaryDataDir();
  servers = await startOwnServers(dataDir, namespace);
  const open = (user: ToolUser | 'operator') => openClient(servers.uriOf('mongodb', user), ownName);
  clients = {
    backup: await open('backup'),
    restore: await open('restore'),
    operator: await open('operator'),
  };
  for (const service of serviceNames)
    await clients.operator.db(`${namespace}_${service}`).collection('things').insertOne({ version: 1 });
}, 120_000);
afterAll(async () => {
  for (const client of Object.values(clients)) await client.close();
  await servers.stop();
  removeDataDir(dataDir);
}, 60_000);

describe('the users of the tools', () => {
  test('can do their work, and need nobody else for it', async () => {
    const folder = mkdtempSync(join(dataDir.path, 'backups-'));
    const backup = await takeBackup({
      client: clients.backup,
      namespace,
      folder,
      key: null,
      release: '1',
      ...quiet,
    });
    expect(Object.keys(backup.manifest.databases)).toEqual([...serviceNames]);
    const broker = await connectBroker(servers.rabbitmqUrl, 'test');
    const channel = await broker.createChannel();
    const queue = commandQueue(namespace, 'orders', 0);
    await channel.assertQueue(queue, { durable: true });
    channel.sendToQueue(queue, Buffer.from('{}'));
    await channel.checkQueue(queue);
    await broker.close();
    const redis = new Redis(servers.redisUrl);
    await redis.set(`${namespace}:rate:1`, '1');

    const queues = await openQueues(servers.uriOf('rabbitmq', 'restore'), namespace);
    const keys = await openKeys(servers.uriOf('redis', 'restore'), namespace);
    const choices = { replace: true, endUnfinished: true, purgeQueues: true, idsAfter: noIdsAfter };
    const order = {
      client: clients.restore,
      ownName,
      namespace,
      key: null,
      knownData,
      queues,
      keys,
      choices,
      ...quiet,
    };
    const { waiting, removedKeys } = await restoreStore({ ...order, backup: await chooseBackup(folder) });
    expect({ waiting, removedKeys }).toEqual({ waiting: { [queue]: 1 }, removedKeys: 1 });
    await queues.close();
    keys.close();
    redis.disconnect();
  }, 60_000);

  test('may do nothing else', async () => {
    const refused = /not authorized|NOPERM|ACCESS_REFUSED|ACCESS-REFUSED/;
    const orders = (user: ToolUser) => clients[user].db(`${namespace}_orders`).collection('things');
    await expect(orders('backup').insertOne({})).rejects.toThrow(refused);
    for (const user of ['backup', 'restore'] as const) {
      await expect(clients[user].db('elsewhere').collection('things').findOne()).rejects.toThrow(refused);
      await expect(clients[user].db('admin').command({ usersInfo: 1 })).rejects.toThrow(refused);
      await expect(clients[user].db('admin').command({ shutdown: 1 })).rejects.toThrow(refused);
    }
    await expect(connectBroker(servers.uriOf('rabbitmq', 'backup'), 'test')).rejects.toThrow(refused);
    const broker = await connectBroker(servers.uriOf('rabbitmq', 'restore'), 'test');
    broker.on('error', () => undefined);
    const channel = await broker.createChannel();
    channel.on('error', () => undefined);
    await expect(channel.assertQueue('shop.orders.own', { durable: true })).rejects.toThrow(refused);
    await broker.close();
    const redis = new Redis(servers.uriOf('redis', 'restore'), { disableClientInfo: true });
    for (const call of [
      () => redis.get(`${namespace}:a`),
      () => redis.flushall(),
      () => redis.unlink('elsewhere:a'),
    ])
      await expect(call()).rejects.toThrow(refused);
    redis.disconnect();
  }, 60_000);
});
