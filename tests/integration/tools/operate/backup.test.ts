import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import mongoose from 'mongoose';

import { chooseBackup, damagesOf } from '#tools/operate/backup/found-backups.ts';
import { makeBackupKey, readBackupKey, whyNotOpened } from '#tools/operate/backup/backup-key.ts';
import { readBackupOptions } from '#tools/operate/backup/backup-options.ts';
import { readManifest, type Manifest } from '#tools/operate/backup/manifest.ts';
import { readDocuments } from '#tools/operate/backup/stored-file.ts';
import { knownData } from '#tools/operate/known-data.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { readSettings } from '#shared/platform/settings/read-settings.ts';
import { eventually } from '../../../support/eventually.ts';
import { commandRunner } from '../../../support/commands/command-runner.ts';
import { failedWith, openBackedUpStore, type BackedUpStore } from '../../support/store-backups.ts';

const { BSON } = mongoose.mongo;

/** Skips a test where this user cannot mount a small file system of its own. */
const testWithMount =
  spawnSync('unshare', ['-rm', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0 ? test : test.skip;

const keyOf = (environment: Record<string, string>) => readBackupKey(readSettings(environment, 'backup'));

const runCommand = commandRunner();
let store: BackedUpStore;
beforeEach(async () => {
  store = await openBackedUpStore(runCommand);
  await giveVersions(store);
});
afterEach(() => store.close());

interface Account {
  _id: number;
  amount: number;
  padding: string;
}

const accounts = 3000;
const each = 100;

/** Accounts in both databases. The sum of their balances never changes. */
async function openAccounts(): Promise<void> {
  for (const service of ['catalog', 'orders']) {
    const all = Array.from({ length: accounts }, (_, _id) => ({
      _id,
      amount: each,
      padding: 'x'.repeat(500),
    }));
    await store.database(service).collection<Account>('accounts').insertMany(all);
  }
}

/** Stores the data versions of this release, without which a backup and a restore refuse records. */
async function giveVersions({ database }: BackedUpStore): Promise<void> {
  for (const service of ['catalog', 'orders'] as const) {
    const version = { _id: 'data-version', version: newestVersion(knownData[service]), release: '0.6.0' };
    await database(service).collection<{ _id: string }>('meta').insertOne(version);
  }
}

/** Moves money between the databases until `stop` is called. */
function keepMoving(): { moved: () => number; stop: () => Promise<void> } {
  let isOver = false;
  let moved = 0;
  const of = (service: string) => store.database(service).collection<Account>('accounts');
  const move = async (): Promise<void> => {
    for (; !isOver; moved += 1) {
      const [from, to] = moved % 2 === 0 ? ['catalog', 'orders'] : ['orders', 'catalog'];
      const _id = Math.floor(Math.random() * accounts);
      await store.client.withSession((session) =>
        session.withTransaction(async () => {
          await of(from).updateOne({ _id }, { $inc: { amount: -1 } }, { session });
          await of(to).updateOne({ _id: accounts - 1 - _id }, { $inc: { amount: 1 } }, { session });
        }),
      );
    }
  };
  const moving = move();
  return {
    moved: () => moved,
    stop: () => {
      isOver = true;
      return moving;
    },
  };
}

async function documentsOf(service: string, collection: string): Promise<Account[]> {
  const found: Account[] = [];
  const documents = readDocuments(await store.newest(), `${service}/${collection}.bson.zst`, null);
  for await (const bytes of documents) found.push(BSON.deserialize(bytes) as Account);
  return found;
}

async function manifest(): Promise<Manifest> {
  const read = readManifest(readFileSync(join(await store.newest(), 'manifest.json'), 'utf8'));
  if (!read) throw new Error('The manifest is damaged');
  return read;
}

describe('a backup', () => {
  test('a backup contains the databases of all services at one moment, even while records move between the databases', async () => {
    await openAccounts();
    const { moved, stop } = keepMoving();
    await eventually('some moves', async () =>
      store
        .database('catalog')
        .collection<Account>('accounts')
        .findOne({ amount: { $ne: each } }),
    );
    const before = moved();
    const { code, stderr } = await store.backup();
    const meanwhile = moved() - before;
    await stop();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    // Usually there are hundreds of transfers, but fewer on a busy machine.
    expect(meanwhile).toBeGreaterThan(0);
    const all = [...(await documentsOf('catalog', 'accounts')), ...(await documentsOf('orders', 'accounts'))];
    expect(all).toHaveLength(2 * accounts);
    expect(all.some(({ amount }) => amount !== each)).toBe(true);
    expect(all.reduce((sum, { amount }) => sum + amount, 0)).toBe(2 * accounts * each);
  });

  test('a backup’s manifest lists the backup’s time, data versions, id counters, collections and unfinished work', async () => {
    const orders = store.database('orders');
    await orders.collection<{ _id: string }>('counters').insertMany([
      { _id: 'orders', version: 41 },
      { _id: 'order_texts', version: 40 },
      { _id: 'pending:1:3', status: 'pending', payment_method: 1, count: 5 },
    ] as never);
    const identity = { _id: 'identity', currency: 'USD', keys: { COMMAND_ID_KEY: 'a check value' } };
    await orders.collection<{ _id: string }>('meta').insertOne(identity);
    await orders.collection<{ _id: string }>('bulk_operations').insertMany([
      {
        _id: 'a1',
        type: 'orders.bulk-update',
        owner: 'admin:ann',
        status: 'running',
        total: 9,
        counts: { changed: 4 },
      },
      {
        _id: 'a2',
        type: 'orders.bulk-update',
        owner: 'admin:ann',
        status: 'succeeded',
        total: 9,
        counts: {},
      },
    ] as never);
    await orders.collection<{ _id: string }>('leases').insertOne({ _id: 'relay' });
    await orders.collection('orders').createIndexes([{ key: { order_number: 1 }, unique: true }]);
    expect(await store.backup()).toMatchObject({ code: 0 });
    const { databases, ...rest } = await manifest();
    expect(JSON.stringify(databases)).not.toContain('a check value');
    expect(rest).toMatchObject({ format: 1, namespace: store.namespace, recipients: [] });
    expect(Math.abs(Date.parse(rest.moment.at) - Date.now())).toBeLessThan(60_000);
    expect(databases['orders']).toMatchObject({
      data_version: { version: newestVersion(knownData.orders) },
      identity: { currency: 'USD' },
      epoch: 0,
      sequences: { orders: 41 },
      unfinished: { bulk: [{ id: 'a1', status: 'running', total: 9, done: 4 }], parked: 0, outbox: 0 },
    });
    const kept = databases['orders']?.collections.map(({ name, count }) => `${name} ${count}`);
    expect(kept).toEqual(['bulk_operations 2', 'counters 3', 'meta 2', 'orders 0']);
    expect(databases['orders']?.collections.at(-1)?.indexes).toMatchObject([{}, { unique: true }]);
  });

  test('a backup killed half-way is listed as unfinished, cannot be restored, and does not block the next backup', async () => {
    await openAccounts();
    expect(await store.backup([store.folder], { killedAt: 'backup.before-manifest' })).toMatchObject({
      signal: 'SIGKILL',
    });
    expect(readdirSync(store.folder)).toEqual([expect.stringMatching(/\.partial$/)]);
    expect((await store.backup(['--list', store.folder])).stdout).toContain('unfinished');
    expect(await store.restore()).toMatchObject(failedWith('no backup'));
    expect(await store.backup([store.folder, '--keep', '1'])).toMatchObject({ code: 0 });
    expect(await store.backup(['--verify', store.folder])).toMatchObject({ code: 0 });
  });

  testWithMount('a backup without disk space fails and reports that the file system is full', async () => {
    const noise = Array.from({ length: 200 }, () => ({ noise: crypto.getRandomValues(Buffer.alloc(4000)) }));
    await store.database('orders').collection('noise').insertMany(noise);
    const { code, stderr } = await store.backup([store.folder], { room: '256k' });
    expect({ code, stderr }).toEqual(failedWith('is full'));
  });

  test('a backup of data that is too old for this release fails, prints the remedy and creates no file', async () => {
    const meta = store.database('orders').collection<{ _id: string }>('meta');
    await meta.updateOne({ _id: 'data-version' }, { $set: { version: knownData.orders.floor - 1 } });
    expect(await store.backup()).toMatchObject(
      failedWith(
        'The data of orders has version 7, but this release reads only version 8 or later. Start release 0.6.0 with this data',
      ),
    );
    expect(readdirSync(store.folder)).toEqual([]);
  });

  test('a backup with --keep 2 leaves only the two newest complete backups, but does not delete a damaged newer backup', async () => {
    await openAccounts();
    for (let count = 0; count < 3; count += 1) expect(await store.backup()).toMatchObject({ code: 0 });
    const [oldest = '', middle = '', newest = ''] = readdirSync(store.folder).sort();
    truncateSync(join(store.folder, newest, 'orders/accounts.bson.zst'), 10);
    const { code, stderr, stdout } = await store.backup([store.folder, '--keep', '2']);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(newest) as unknown });
    expect(stdout).toContain(oldest);
    const left = readdirSync(store.folder).sort();
    expect(left).toHaveLength(3);
    expect(left).toEqual(expect.arrayContaining([middle, newest]));
  });
});

describe('a backup folder that two stores share', () => {
  test('if two stores share a backup folder, each store removes only its own backups and restores its own newest backup', async () => {
    await openAccounts();
    const other = await openBackedUpStore(runCommand);
    try {
      await other.database('orders').collection('accounts').insertOne({ amount: 1 });
      await giveVersions(other);
      for (let count = 0; count < 2; count += 1) await store.backup();
      const own = readdirSync(store.folder).sort();
      expect(await other.backup([store.folder, '--keep', '1'])).toMatchObject({ code: 0 });
      const { stdout, code } = await store.backup([store.folder, '--keep', '2']);
      expect({ code, removed: /Removed: (.*)/.exec(stdout)?.[1] }).toEqual({ code: 0, removed: own[0] });
      expect(stdout).toContain('Not removed, because it has other data: ');
      expect(await other.backup([store.folder])).toMatchObject({ code: 0 });
      const restored = await store.restore([store.folder, '--replace']);
      expect(restored).toMatchObject({ code: 0 });
      expect(await store.database('orders').collection('accounts').countDocuments()).toBe(accounts);
      const [newest = ''] = readdirSync(store.folder).sort().reverse();
      const named = await store.restore([join(store.folder, newest), '--replace']);
      expect(named.stderr).toContain(`The backup has the store "${other.namespace}"`);
    } finally {
      await other.close();
    }
  });
});

describe('the check of a backup', () => {
  test('checking a backup finds each of its files that is changed, truncated, extended or missing', async () => {
    await openAccounts();
    await store.database('orders').collection('inbox').insertOne({ a: 1 });
    await store.backup();
    const folder = await store.newest();
    const files = [
      'manifest.json',
      'catalog/accounts.bson.zst',
      'orders/accounts.bson.zst',
      'orders/inbox.bson.zst',
    ];
    const found: string[] = [];
    for (const file of files) {
      const path = join(folder, file);
      const whole = readFileSync(path);
      const flipped = Buffer.from(whole);
      flipped[Math.floor(whole.length / 2)] = (flipped[Math.floor(whole.length / 2)] ?? 0) ^ 4;
      const damage = [
        () => writeFileSync(path, flipped),
        () => truncateSync(path, whole.length - 2),
        () => appendFileSync(path, 'x'),
        () => rmSync(path),
      ];
      for (const [index, harm] of damage.entries()) {
        harm();
        const damages = await damagesOf(await chooseBackup(folder, store.namespace));
        if (damages.length === 1 && damages[0]?.includes(file)) found.push(`${file} ${index}`);
        writeFileSync(path, whole);
      }
    }
    expect(found).toEqual(files.flatMap((file) => [0, 1, 2, 3].map((index) => `${file} ${index}`)));
    expect(await store.backup(['--verify', folder])).toMatchObject({ code: 0 });
    truncateSync(join(folder, 'orders/inbox.bson.zst'), 3);
    expect(await store.backup(['--verify', folder])).toMatchObject({ code: 1 });
  });

  test('a backup whose manifest cannot be read is reported as unreadable with the reason, not as damaged', async () => {
    await store.backup();
    const manifestPath = join(await store.newest(), 'manifest.json');
    // Reading a folder fails for every user. Root could read a file without permissions.
    rmSync(manifestPath);
    mkdirSync(manifestPath);
    const { stdout } = await store.backup(['--list', store.folder]);
    expect(stdout).toMatch(/^backup-\S+ {2}unreadable\n/);
    expect(await store.restore([store.folder, '--replace'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^backup-\S+ can't be restored, and nothing was changed: manifest\.json can't be read: EISDIR/,
      ) as unknown,
    });
  });

  test('an encrypted backup can be decrypted only with its own key', async () => {
    await openAccounts();
    const keyFile = join(store.folder, '..', 'key');
    const otherFile = join(store.folder, '..', 'other');
    const recipient = await makeBackupKey(keyFile);
    await makeBackupKey(otherFile);
    // A backup needs only the public key, which cannot decrypt backups.
    expect(await store.backup([store.folder], { env: { BACKUP_KEY: recipient } })).toMatchObject({ code: 0 });
    const stored = readFileSync(join(await store.newest(), 'orders/accounts.bson.zst.age'));
    expect(stored.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
    const why = async (environment: Record<string, string>) =>
      whyNotOpened([recipient], await keyOf(environment));
    expect(await why({ BACKUP_KEY_FILE: keyFile })).toBeNull();
    // For a restore, .env has the public key, and the environment also has the secret key.
    expect(await why({ BACKUP_KEY: recipient, BACKUP_KEY_FILE: keyFile })).toBeNull();
    expect(await why({ BACKUP_KEY: recipient })).toContain('only makes backups');
    expect(await why({})).toContain('BACKUP_KEY_FILE');
    const { stdout } = await store.backup(['--verify', store.folder], { env: { BACKUP_KEY_FILE: keyFile } });
    expect(stdout).toContain('every document was read');
    const unopened = await store.backup(['--verify', store.folder], { env: { BACKUP_KEY_FILE: otherFile } });
    expect(unopened).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('for another key') as unknown,
    });
    const wrong = await store.restore([store.folder, '--replace'], { env: { BACKUP_KEY_FILE: otherFile } });
    expect(wrong).toMatchObject(failedWith('for another key'));
    const env = { BACKUP_KEY_FILE: keyFile };
    expect(await store.restore([store.folder, '--replace'], { env })).toMatchObject({ code: 0 });
    expect(await store.database('orders').collection('accounts').countDocuments()).toBe(accounts);
  });
});

describe('wrong arguments of the backup command', () => {
  test('wrong backup options, keys and folders each produce a one-line error', async () => {
    for (const args of [[], ['DIR', '--keep', '0'], ['--nonsense'], ['DIR', '--list', '--verify']])
      expect(() => readBackupOptions(args)).toThrow(PlainError);
    await expect(keyOf({ BACKUP_KEY: 'secret' })).rejects.toThrow('BACKUP_KEY contains no key');
    await expect(keyOf({ BACKUP_KEY: 'age1wrong' })).rejects.toThrow('damaged');
    await store.database('orders').collection('accounts').insertOne({ amount: 1 });
    const file = join(store.folder, 'file');
    writeFileSync(file, '');
    for (const folder of [file, join(file, 'x'), '/proc/no-such-folder']) {
      const refused = await store.backup([folder]);
      expect(refused).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/\n[^\n]+ cannot be the folder for backups [^\n]+\n$/) as unknown,
      });
    }
    const { code, stderr } = await store.backup(['--verify', join(store.folder, 'missing')]);
    expect({ code, lines: stderr.trim().split('\n').length }).toEqual({ code: 2, lines: 1 });
  });
});
