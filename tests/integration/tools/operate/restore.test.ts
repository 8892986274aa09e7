import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Redis } from 'ioredis';
import mongoose from 'mongoose';

import { commandQueue } from '#shared/platform/amqp/topology.ts';
import { serviceNames } from '#shared/contracts/kit/define.ts';
import { connectDatabase } from '#shared/platform/mongo/connect.ts';
import { holdIdentity } from '#shared/platform/mongo/hold-identity.ts';
import { readRestores } from '#shared/platform/mongo/restores.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { openAuditClient } from '#tools/operate/audit/audit-client.ts';
import { manifestFile, readManifest, writeManifest } from '#tools/operate/backup/manifest.ts';
import { takeBackup } from '#tools/operate/backup/take-backup.ts';
import { chooseBackup } from '#tools/operate/backup/found-backups.ts';
import { openParkedRecords } from '#tools/operate/parked/parked-records.ts';
import { noIdsAfter } from '#tools/operate/restore/jumps.ts';
import { knownData } from '#tools/operate/known-data.ts';
import { openQueues } from '#tools/operate/restore/queues.ts';
import { openKeys } from '#tools/operate/restore/redis-keys.ts';
import { restoreStore } from '#tools/operate/restore/restore-store.ts';
import { sharedServers } from '../../../support/servers.ts';
import { openBroker, quiet } from '../../support/own-servers.ts';
import { commandRunner } from '../../../support/commands/command-runner.ts';
import {
  failedWith,
  openBackedUpStore,
  storedBytes,
  type BackedUpStore,
} from '../../support/store-backups.ts';

const { BSON } = mongoose.mongo;

const runCommand = commandRunner();
let store: BackedUpStore;
beforeEach(async () => {
  store = await openBackedUpStore(runCommand);
});
afterEach(() => store.close());

interface Stored {
  _id: number | string;
  [field: string]: unknown;
}
const of = (service: string, name: string) => store.database(service).collection<Stored>(name);

/** Takes a backup within this process, which is faster than starting another process. */
async function backUp(): Promise<void> {
  const { client, namespace, folder } = store;
  await takeBackup({ client, namespace, folder, key: null, release: '0.0.1', say: () => undefined });
}

function plantVersion(service: string, version: number, more: object = {}): Promise<unknown> {
  const written = { version, release: '0.6.0', ...more };
  return of(service, 'meta').updateOne({ _id: 'data-version' }, { $set: written }, { upsert: true });
}

/** Inserts orders, products and their sequences, and one half-done bulk operation. */
async function openShop(): Promise<void> {
  for (const service of ['orders', 'catalog'] as const)
    await plantVersion(service, newestVersion(knownData[service]));
  await of('orders', 'orders').insertMany([
    { _id: 1, version: 3, order_number: 'A' },
    { _id: 2, version: 1, order_number: 'B' },
  ]);
  await of('orders', 'orders').createIndexes([{ key: { order_number: 1 }, unique: true, name: 'numbers' }]);
  await of('orders', 'counters').insertMany([
    { _id: 'orders', version: 2 },
    { _id: 'order_texts', version: 2 },
    { _id: 'pending:1:3', count: 2 },
  ]);
  await of('orders', 'products').insertOne({ _id: 7, version: 5 });
  await of('catalog', 'products').insertOne({ _id: 7, version: 5 });
  await of('catalog', 'counters').insertOne({ _id: 'products', version: 7 });
  const bulk = { type: 'products.bulk-update', owner: 'admin:ann', status: 'running', version: 2, total: 3 };
  await of('catalog', 'bulk_operations').insertOne({
    _id: 'b1',
    ...bulk,
    counts: { changed: 1 },
    finished_at: null,
  });
}

/** Gives the data its ids, as the first process of each service does. Resolves with these ids. */
async function nameData(): Promise<unknown[]> {
  for (const service of ['orders', 'catalog']) {
    const name = `${store.namespace}_${service}`;
    const database = await connectDatabase(sharedServers().mongodbUri, name, quiet);
    await holdIdentity(database, { currency: 'USD', timeZone: 'UTC' });
    await database.close();
  }
  return names();
}

async function names(): Promise<unknown[]> {
  const identity = (service: string) => of(service, 'meta').findOne({ _id: 'identity' });
  return [(await identity('orders'))?.['data_id'], (await identity('catalog'))?.['data_id']];
}

interface RestoreReport {
  restore: { epoch: number; jumped: { versions: number; sequences: Record<string, number> } };
  waiting: Record<string, number>;
  cancelled: Record<string, number>;
  removedKeys: number;
  otherKeys: string[];
  unfinished: Record<string, { bulk: { id: string }[] }>;
}

async function restore(...args: string[]): Promise<RestoreReport> {
  const { code, stdout, stderr } = await store.restore([store.folder, '--json', ...args]);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  return JSON.parse(stdout) as RestoreReport;
}

describe('a restore', () => {
  test('a restore restores every BSON type unchanged', async () => {
    const leaf = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.integer().map((value) => new BSON.Int32(value)),
      fc.double().map((value) => new BSON.Double(value)),
      fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => BSON.Long.fromBigInt(value)),
      fc.date({ noInvalidDate: true }),
      fc.uint8Array().map((value) => new BSON.Binary(value)),
      fc.constantFrom(
        null,
        true,
        false,
        /^a.*b$/im,
        new BSON.MinKey(),
        new BSON.MaxKey(),
        new BSON.ObjectId(),
      ),
      fc.integer().map((value) => BSON.Decimal128.fromString(`${value}.50`)),
      fc.constant(new BSON.Timestamp({ t: 5, i: 7 })),
      fc.constant(new BSON.Code('return 1')),
    );
    const key = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof({ depthSize: 'small' }, leaf, fc.array(tie('value')), fc.dictionary(key, tie('value'))),
    }));
    const documents = fc.sample(fc.dictionary(key, value), 200);
    await plantVersion('orders', newestVersion(knownData.orders));
    await of('orders', 'things').insertMany(documents.map((document, _id) => ({ ...document, _id })));
    const before = await storedBytes(store.database('orders').collection('things'));
    await backUp();
    await store.database('orders').dropDatabase();
    await restore();
    const after = await storedBytes(store.database('orders').collection('things'));
    expect(before).toHaveLength(200);
    expect(after).toEqual(before);
  });

  test('after a restore into an empty server, ids, order numbers and versions are not reused', async () => {
    await openShop();
    await backUp();
    for (const service of serviceNames) await store.database(service).dropDatabase();
    const report = await restore();
    const { versions } = report.restore.jumped;
    expect(versions).toBeGreaterThan(10_000_000);
    expect(await of('orders', 'orders').find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, version: 3 + versions, order_number: 'A' },
      { _id: 2, version: 1 + versions, order_number: 'B' },
    ]);
    expect(await of('orders', 'products').findOne()).toEqual({ _id: 7, version: 5 + versions });
    expect(await of('catalog', 'products').findOne()).toEqual({ _id: 7, version: 5 + versions });
    const counters = await of('orders', 'counters').find().sort({ _id: 1 }).toArray();
    const orders = report.restore.jumped.sequences['orders'] ?? 0;
    expect(orders).toBeGreaterThan(10_000_000);
    // Sequences that are not in the backup are increased as well, because they may have assigned their first
    // ids after it.
    const begun = (sequence: string) => report.restore.jumped.sequences[sequence] ?? 0;
    expect(begun('users')).toBeGreaterThan(10_000_000);
    expect(counters).toEqual([
      { _id: 'addresses', version: begun('addresses') },
      { _id: 'order_items', version: begun('order_items') },
      { _id: 'order_texts', version: 2 },
      { _id: 'orders', version: orders },
      { _id: 'payments', version: begun('payments') },
      { _id: 'pending:1:3', count: 2 },
      { _id: 'returns', version: begun('returns') },
      { _id: 'users', version: begun('users') },
    ]);
    const indexes = await of('orders', 'orders').indexes();
    expect(indexes).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'numbers', unique: true })]),
    );
    const restores = await readRestores(store.database('orders'));
    expect(restores).toEqual({ _id: 'restores', epoch: report.restore.epoch, list: [report.restore] });
    expect(await readRestores(store.database('catalog'))).toEqual(restores);
  });

  test('a restore over existing data stops, lists this data and requires the option --replace', async () => {
    await openShop();
    await backUp();
    await of('orders', 'orders').insertOne({ _id: 3, version: 1, order_number: 'C' });
    await of('orders', 'counters').updateOne({ _id: 'orders' }, { $set: { version: 9e12 } });
    await of('orders', 'newer').insertOne({ _id: 1 });
    const { code, stderr } = await store.restore();
    expect(code).toBe(2);
    expect(stderr).toContain('3 orders');
    expect(stderr).toContain('--replace');
    expect(await of('orders', 'orders').countDocuments()).toBe(3);
    await restore('--replace');
    expect(await of('orders', 'orders').countDocuments()).toBe(2);
    expect(await of('orders', 'newer').countDocuments()).toBe(0);
    expect(await of('orders', 'counters').findOne({ _id: 'orders' })).toMatchObject({ version: 9e12 });
    // Restores are numbered (`epoch`). Two restores from the same backup have different numbers too.
    const [first] = (await readRestores(store.database('orders')))?.list ?? [];
    const again = await restore('--replace');
    expect(again.restore.epoch).toBeGreaterThan(first?.epoch ?? Infinity);
  });

  test('backup and restore leave alone a database that is not the store’s, although its name begins with the namespace', async () => {
    await openShop();
    const foreign = store.database('analytics');
    try {
      await foreign.collection<Stored>('visits').insertOne({ _id: 1 });
      await backUp();
      const manifest = readManifest(readFileSync(join(await store.newest(), manifestFile), 'utf8'));
      expect(Object.keys(manifest?.databases ?? {})).toEqual(['catalog', 'orders']);
      await foreign.collection<Stored>('visits').insertOne({ _id: 2 });
      await restore('--replace');
      expect(await foreign.collection('visits').countDocuments()).toBe(2);
    } finally {
      await foreign.dropDatabase();
    }
  });

  test('a restore over the store’s own data keeps the id of the data, and reuses no record ids or versions of the replaced data', async () => {
    await openShop();
    const before = await nameData();
    await backUp();
    await of('orders', 'orders').insertOne({ _id: 70, version: 40, order_number: 'C' });
    await of('orders', 'counters').updateOne({ _id: 'orders' }, { $set: { version: 71 } });
    await of('orders', 'counters').insertOne({ _id: 'users', version: 9 });
    const report = await restore('--replace');
    expect(report.restore.jumped.sequences).toMatchObject({ orders: 1071, users: 1009, products: 1007 });
    expect(report.restore.jumped.versions).toBe(100_040);
    expect(await of('orders', 'counters').findOne({ _id: 'users' })).toMatchObject({ version: 1009 });
    expect(await names()).toEqual(before);
    // After a kill, the second run continues above the ids of the first run.
    const killed = await store.restore([store.folder, '--replace'], { killedAt: 'restore.swapping' });
    expect(killed.signal).toBe('SIGKILL');
    const again = await restore();
    expect(again.restore.jumped.sequences['orders']).toBeGreaterThanOrEqual(2071);
    expect(again.restore.jumped.sequences['orders']).toBeLessThan(10_000);
    expect(again.restore.jumped.versions).toBeGreaterThan(report.restore.jumped.versions);
  });

  test('a restore records which users were erased after the backup, as found in the replaced data and in later backups', async () => {
    await openShop();
    await nameData();
    await of('orders', 'erasures').insertOne({ _id: 1 });
    await backUp();
    const { path } = await chooseBackup(store.folder, store.namespace);
    await of('orders', 'erasures').insertOne({ _id: 2 });
    await backUp();
    await of('orders', 'erasures').insertMany([{ _id: 3 }, { _id: 4 }]);
    const again = ['--replace', '--json'];
    expect(await store.restore([path, ...again], { killedAt: 'restore.swapping' })).toMatchObject({
      signal: 'SIGKILL',
    });
    const { code, stdout } = await store.restore([path, ...again]);
    expect({ code, ...(JSON.parse(stdout) as object) }).toMatchObject({ code: 0, erasedAgain: 3 });
    const noted = await of('orders', 'erasure_rounds').findOne({ _id: 'brought-back' });
    expect((noted?.['users'] as number[]).toSorted()).toEqual([2, 3, 4]);
    // In the data of another store, the same ids belong to other people.
    await of('orders', 'meta').updateOne({ _id: 'identity' }, { $set: { data_id: 'another' } });
    await of('orders', 'erasures').insertOne({ _id: 5 });
    const elsewhere = await store.restore([path, ...again]);
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ erasedAgain: 1 });
  });

  test('a restore over another store’s data ignores the id counters of that data', async () => {
    await openShop();
    await nameData();
    await backUp();
    await of('orders', 'meta').updateOne({ _id: 'identity' }, { $set: { data_id: 'another' } });
    const report = await restore('--replace');
    expect(report.restore.jumped.sequences['orders']).toBeGreaterThan(10_000_000);
    expect(report.restore.jumped.sequences['products']).toBe(1007);
    expect(report.restore.jumped.versions).toBeGreaterThan(10_000_000);
    const [orders, catalog] = await names();
    expect([orders, catalog]).toEqual([undefined, expect.any(String)]);
  });

  test('a restore restores the check values of secret keys, and lists each key that differs from the key of the replaced data', async () => {
    await openShop();
    await nameData();
    const setKeys = (keys: object) => of('orders', 'meta').updateOne({ _id: 'identity' }, { $set: { keys } });
    await setKeys({ COMMAND_ID_KEY: 'a', OPERATION_ID_KEY: 'c' });
    await backUp();
    expect(await restore('--replace')).toMatchObject({ otherKeys: [] });
    await setKeys({ COMMAND_ID_KEY: 'b', OPERATION_ID_KEY: 'c' });
    const { code, stdout } = await store.restore([store.folder, '--replace']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^The backup has another COMMAND_ID_KEY than [^\n]+\. Stop every process [^\n]+--accept-keys [^\n]+\.$/m,
    );
    expect(await of('orders', 'meta').findOne({ _id: 'identity' })).toMatchObject({
      keys: { COMMAND_ID_KEY: 'a', OPERATION_ID_KEY: 'c' },
    });
  });

  test('after a restore with --ids-after, new ids are above the given number; a restore suggests this option if ids would exceed 32 bits', async () => {
    await openShop();
    await backUp();
    const above = 2 ** 31 - 5_000_000;
    await of('orders', 'counters').updateOne({ _id: 'orders' }, { $set: { version: above } });
    await backUp();
    await store.database('orders').dropDatabase();
    const refused = await store.restore([store.folder, '--replace']);
    expect(refused).toMatchObject(failedWith('--ids-after orders=N'));
    expect(await readRestores(store.database('orders'))).toBeNull();
    const low = await store.restore([store.folder, '--replace', '--ids-after', '500']);
    expect(low).toMatchObject(failedWith(`has the id ${above}`));
    const report = await restore(
      '--replace',
      '--ids-after',
      `orders=${above + 7}`,
      '--ids-after',
      'users=20',
    );
    expect(report.restore.jumped.sequences).toMatchObject({ orders: above + 1007, users: 1020 });
    expect(await of('orders', 'counters').findOne({ _id: 'orders' })).toMatchObject({
      version: above + 1007,
    });
  });

  test('a restore of damaged data, or of data from a newer release, changes nothing', async () => {
    await openShop();
    await plantVersion('orders', 99);
    await backUp();
    const newer = await store.restore([store.folder, '--replace']);
    expect(newer).toMatchObject(failedWith('0.0.1 or a later one'));
    truncateSync(join(await store.newest(), 'orders/orders.bson.zst'), 20);
    const damaged = await store.restore([store.folder, '--replace']);
    expect(damaged).toMatchObject(failedWith('orders/orders.bson.zst'));
    expect(await readRestores(store.database('orders'))).toBeNull();
    expect(await of('orders', 'orders').countDocuments()).toBe(2);
  });

  const refused = 'release 0.6.0, run `migrate --apply` of that release until `--plan` lists nothing';
  // tests/integration/upgrade tests that processes and the audit refuse such data too.
  test('if the data in the backup is older than release 0.6.0, a restore changes nothing and recommends this release', async () => {
    await openShop();
    await plantVersion('orders', knownData.orders.floor - 1);
    await backUp();
    const { code, stderr } = await store.restore([store.folder, '--replace']);
    expect({ code, stderr }).toEqual(failedWith(refused));
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(await readRestores(store.database('orders'))).toBeNull();
    expect(await of('orders', 'orders').countDocuments()).toBe(2);
  });

  test('a restore refuses a backup of release 0.5.0, because this backup does not list erased people', async () => {
    await openShop();
    await backUp();
    const file = join(await store.newest(), manifestFile);
    const manifest = readManifest(readFileSync(file, 'utf8'));
    if (!manifest) throw new Error('no manifest');
    for (const dumped of Object.values(manifest.databases)) delete dumped.erased;
    writeFileSync(file, writeManifest({ ...manifest, release: '0.5.0' }));
    const { code, stderr } = await store.restore([store.folder, '--replace']);
    expect({ code, stderr }).toEqual(failedWith(refused));
    expect(stderr).toContain('release 0.5.0');
  });

  test('a restore stops if an id counter of the store increases while the backup is being loaded', async () => {
    await openShop();
    await backUp();
    const { client, namespace } = store;
    const moved: Promise<unknown>[] = [];
    const counters = store.database('orders').collection<{ _id: string; version: number }>('counters');
    const say = () => void moved.push(counters.updateOne({ _id: 'orders' }, { $inc: { version: 1 } }));
    const [queues, keys] = [
      await openQueues(sharedServers().rabbitmqUrl, namespace),
      await openKeys(sharedServers().redisUrl, namespace),
    ];
    const choices = { replace: true, endUnfinished: false, purgeQueues: false, idsAfter: noIdsAfter };
    const restored = restoreStore({
      client,
      ownName: `${namespace}_restore x`,
      namespace,
      key: null,
      queues,
      keys,
      choices,
      say,
      backup: await chooseBackup(store.folder, namespace),
    });
    await expect(restored).rejects.toThrow('changed the data of orders meanwhile');
    await Promise.all([...moved, queues.close()]);
    keys.close();
    expect(await of('orders', 'orders').findOne({ _id: 1 })).toMatchObject({ version: 3 });
  });

  test.each<[string, (uri: string, database: string) => Promise<{ close: () => Promise<void> }>]>([
    ['a process', (uri, database) => connectDatabase(uri, database, quiet)],
    ['npm run parked', (uri) => openParkedRecords(uri, store.namespace, 'orders')],
    ['npm run audit -- --repair', (uri, database) => openAuditClient(uri, database)],
  ])(
    'a restore is rejected while %s has a database open, and the error lists that database',
    async (_who, open) => {
      await openShop();
      await backUp();
      const name = `${store.namespace}_orders`;
      const opened = await open(sharedServers().mongodbUri, name);
      const { code, stderr } = await store.restore([store.folder, '--replace']);
      await opened.close();
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(new RegExp(`${name} from \\d+\\.`)) as unknown,
      });
    },
  );
});

describe('a restore that was killed', () => {
  const started = async (): Promise<string> => {
    try {
      await (await connectDatabase(sharedServers().mongodbUri, `${store.namespace}_orders`, quiet)).close();
      return 'started';
    } catch (error) {
      return (error as Error).message;
    }
  };
  beforeEach(async () => {
    await openShop();
    await backUp();
    await of('orders', 'orders').insertOne({ _id: 3, version: 1, order_number: 'C' });
  });

  test('a restore killed while loading keeps the previous data, and no process starts until the restore is ended with --abandon', async () => {
    const killed = await store.restore([store.folder, '--replace'], { killedAt: 'restore.loading' });
    expect(killed.signal).toBe('SIGKILL');
    expect(await of('orders', 'orders').countDocuments()).toBe(3);
    expect(await started()).toContain('has not finished');
    expect(await store.audit([])).toMatchObject(failedWith('has not finished'));
    expect(await store.restore(['--abandon'])).toMatchObject({ code: 0 });
    expect(await started()).toBe('started');
    const names = (await store.database('orders').listCollections().toArray()).map(({ name }) => name);
    expect(names.filter((name) => name.startsWith('restoring.'))).toEqual([]);
    expect(await of('orders', 'orders').countDocuments()).toBe(3);
  });

  test('a restore that was killed while it replaced the data must be run again, and the second run does not need the option --replace', async () => {
    await of('orders', 'counters').updateOne({ _id: 'orders' }, { $set: { version: 9e12 } });
    await of('catalog', 'counters').updateOne({ _id: 'products' }, { $set: { version: 8e12 } });
    const killed = await store.restore([store.folder, '--replace'], { killedAt: 'restore.swapping' });
    expect(killed.signal).toBe('SIGKILL');
    expect(await started()).toContain('has not finished');
    expect(await store.restore(['--abandon'])).toMatchObject({ code: 2 });
    await restore();
    expect(await started()).toBe('started');
    expect(await of('orders', 'orders').countDocuments()).toBe(2);
    expect(await of('orders', 'counters').findOne({ _id: 'orders' })).toMatchObject({ version: 9e12 });
    expect(await of('catalog', 'counters').findOne({ _id: 'products' })).toMatchObject({ version: 8e12 });
  });

  test('a backup during a restore fails and creates no file', async () => {
    const { client, namespace, folder } = store;
    const [before] = readdirSync(folder);
    let isBegun = false;
    // At its first output, the backup has fixed its time but not yet read all collections.
    const say = () => {
      if (isBegun) return;
      isBegun = true;
      store.restoreMeanwhile([join(folder, before ?? ''), '--replace'], 'restore.swapping');
    };
    const backup = takeBackup({ client, namespace, folder, key: null, release: '0.0.1', say });
    await expect(backup).rejects.toThrow('has not finished');
    expect(readdirSync(folder)).toEqual([before]);
  });

  test('a store with an unfinished restore cannot be backed up', async () => {
    await store.restore([store.folder, '--replace'], { killedAt: 'restore.loading' });
    const before = readdirSync(store.folder);
    await expect(backUp()).rejects.toThrow('has not finished');
    expect(readdirSync(store.folder)).toEqual(before);
  });
});

describe('unfinished work at the time of a backup', () => {
  test('a restore lists unfinished bulk operations of the backup and deletes the store’s keys in Redis', async () => {
    await openShop();
    await backUp();
    const redis = new Redis(sharedServers().redisUrl);
    await redis.mset({ [`${store.namespace}:rate:1`]: '5', [`${store.namespace}x:rate:1`]: '5' });
    const broker = await openBroker();
    const queue = commandQueue(store.namespace, 'orders', 3);
    await broker.channel.assertQueue(queue, { durable: true });
    broker.channel.sendToQueue(queue, Buffer.from('{}'));
    await broker.channel.checkQueue(queue);
    try {
      const report = await restore('--replace');
      expect(report.unfinished['catalog']?.bulk).toEqual([expect.objectContaining({ id: 'b1' })]);
      expect(report).toMatchObject({ waiting: { [queue]: 1 }, removedKeys: 1, cancelled: {} });
      expect(await redis.exists(`${store.namespace}x:rate:1`)).toBe(1);
      expect(await of('catalog', 'bulk_operations').findOne()).toMatchObject({ status: 'running' });
      const ended = await restore('--replace', '--end-unfinished', '--purge-queues');
      expect(ended).toMatchObject({ waiting: { [queue]: 1 }, cancelled: { catalog: 1 } });
      expect(await broker.count(queue)).toBe(0);
      const bulk = await of('catalog', 'bulk_operations').findOne();
      expect(bulk).toMatchObject({
        status: 'cancelled',
        version: 3,
        finished_at: expect.any(String) as unknown,
      });
    } finally {
      await broker.channel.deleteQueue(queue);
      await broker.close();
      await redis.del(`${store.namespace}x:rate:1`);
      redis.disconnect();
    }
  });
});
