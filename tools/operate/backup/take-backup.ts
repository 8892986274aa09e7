import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type mongoose from 'mongoose';

import {
  metaCollection,
  refuseUnderWay,
  restoresId,
  type Restores,
} from '#shared/platform/mongo/restores.ts';
import { killPoint } from '#shared/platform/process/kill-point.ts';
import { makeFolder } from '#shared/platform/process/make-folder.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { Client } from '../store-client.ts';
import type { BackupKey } from './backup-key.ts';
import {
  backupFormat,
  manifestFile,
  writeManifest,
  type DumpedCollection,
  type DumpedDatabase,
  type Manifest,
} from './manifest.ts';
import { atOneMoment, databasesOf, type Moment } from './moment.ts';
import { damageOf, writeDocuments } from './stored-file.ts';
import { readUnfinished } from './unfinished-work.ts';
import {
  countersCollection,
  erasuresCollection,
  idsOf,
  isKept,
  sequencesAmong,
  type CounterDocument,
  type ErasedPerson,
} from './what-is-kept.ts';

type Db = mongoose.mongo.Db;

interface BackupOrder {
  client: Client;
  namespace: string;
  /** The folder that contains all backups. */
  folder: string;
  key: BackupKey | null;
  release: string;
  say: (line: string) => void;
}

export const partialSuffix = '.partial';

/**
 * Writes a consistent backup of all databases into a new folder. The folder's name ends in `.partial` until
 * all files are on disk and were verified. If the function throws, the folder is removed.
 */
export async function takeBackup(order: BackupOrder): Promise<{ path: string; manifest: Manifest }> {
  const { client, namespace, folder, say } = order;
  const databases = await databasesOf(client, namespace);
  const [first] = databases.values();
  if (first === undefined) throw new PlainError(`This MongoDB has no store "${namespace}".`);
  const startedAt = performance.now();
  const name = newName(new Date());
  makeFolder(resolve(folder), 'backups');
  const path = join(folder, name);
  const partial = `${path}${partialSuffix}`;
  try {
    const manifest = await atOneMoment(client, first, async (moment) => {
      await refuseHalfRestoredAt(moment, [...databases.values()]);
      await rm(partial, { recursive: true, force: true });
      await mkdir(partial, { mode: 0o700 });
      const dumped: [string, DumpedDatabase][] = [];
      for (const [service, database] of databases)
        dumped.push([service, await dump(order, moment, { service, database, partial })]);
      return {
        format: backupFormat,
        release: order.release,
        namespace,
        moment: { at: new Date(moment.clusterTime.t * 1000).toISOString(), cluster_time: moment.clusterTime },
        took_seconds: Math.round((performance.now() - startedAt) / 100) / 10,
        recipients: order.key?.recipients ?? [],
        databases: Object.fromEntries(dumped),
      };
    });
    await readBack(partial, manifest);
    killPoint('backup.before-manifest');
    await writeFile(join(partial, manifestFile), writeManifest(manifest), { mode: 0o600, flush: true });
    await syncFolder(partial);
    // After this rename, the backup counts as finished. A rename is atomic.
    await rename(partial, path);
    await syncFolder(folder);
    say(`${name} is complete.`);
    return { path, manifest };
  } catch (error) {
    // Ignored, because the cause of the failure may also prevent the removal.
    await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw inWords(error, folder);
  }
}

/**
 * Throws if a restore was unfinished at the time of the snapshot. A restore may begin during a backup, so
 * this function reads the snapshot and not the current data.
 */
async function refuseHalfRestoredAt(
  { find }: Moment,
  databases: readonly { databaseName: string }[],
): Promise<void> {
  for (const { databaseName } of databases) {
    const [restores] = await find<Restores>(databaseName, metaCollection, { _id: restoresId });
    refuseUnderWay(restores ?? null);
  }
}

/** The name of a new backup. Names sort by time, to the millisecond. */
function newName(now: Date): string {
  const moment = now.toISOString().replaceAll(':', '-');
  return `backup-${moment}-${randomBytes(2).toString('hex')}`;
}

interface Place {
  service: string;
  database: Db;
  /** The folder of the unfinished backup. */
  partial: string;
}

async function dump(order: BackupOrder, moment: Moment, place: Place): Promise<DumpedDatabase> {
  const found = place.database.listCollections({ type: 'collection' }, { nameOnly: false });
  const kept = (await found.toArray()).filter(({ name }) => isKept(name));
  const collections: DumpedCollection[] = [];
  for (const { name, options = {} } of kept.sort((a, b) => (a.name < b.name ? -1 : 1)))
    collections.push(await dumpCollection(order, moment, place, { name, options }));
  const { databaseName: database } = place.database;
  const counters = await moment.find<CounterDocument>(database, countersCollection, {});
  // The manifest is not encrypted, so it must not contain the check values of keys. The check values are only in the backup's
  // file of `meta`.
  const withoutKeys = { keys: 0 };
  const meta = await moment.find<{ _id: string; epoch?: number }>(database, metaCollection, {}, withoutKeys);
  const named = (id: string) => meta.find(({ _id }) => _id === id) ?? null;
  return {
    data_version: named('data-version'),
    identity: named('identity'),
    epoch: named('restores')?.epoch ?? 0,
    sequences: sequencesAmong(counters),
    unfinished: await readUnfinished(moment, database),
    erased: idsOf(await moment.find<ErasedPerson>(database, erasuresCollection, {}, { _id: 1 })),
    collections,
  };
}

async function dumpCollection(
  { key, say }: BackupOrder,
  { documents }: Moment,
  { service, database, partial }: Place,
  { name, options }: Pick<DumpedCollection, 'name' | 'options'>,
): Promise<DumpedCollection> {
  const indexes = (await database.collection(name).listIndexes().toArray()) as DumpedCollection['indexes'];
  const path = `${service}/${encodeURIComponent(name)}.bson.zst${key === null ? '' : '.age'}`;
  const written = await writeDocuments(partial, path, documents(database.databaseName, name), key);
  say(`${service}.${name}: ${written.count} documents`);
  return { name, options, indexes, ...written };
}

/**
 * Verifies that the files on disk have the written content. Damage that occurs later is found only by
 * `--verify`.
 */
async function readBack(partial: string, { databases }: Manifest): Promise<void> {
  for (const { collections } of Object.values(databases)) {
    for (const { file } of collections) {
      const damage = await damageOf(partial, file);
      if (damage !== null) throw new PlainError(`The backup can't be read back: ${damage}.`);
    }
  }
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}

function inWords(error: unknown, folder: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new PlainError(`The disk of ${folder} is full. The unfinished backup was removed.`);
  }
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
    return new PlainError(`${folder} can't be written to: ${message}`);
  }
  return error;
}
