import { dirname } from 'node:path';
import mongoose from 'mongoose';

import { largestIds } from '#shared/engine/audit/counters.ts';
import { metaCollection, readRestores, type RestoreUnderWay } from '#shared/platform/mongo/restores.ts';
import type { WrittenKeys } from '#shared/platform/process/key-checks.ts';
import { findBackups, type FoundBackup } from '../backup/found-backups.ts';
import type { Manifest } from '../backup/manifest.ts';
import { databasesOf } from '../backup/moment.ts';
import { isGoneOn } from '../backup/retention.ts';
import {
  countersCollection,
  erasuresCollection,
  idsOf,
  isKept,
  sequencesAmong,
  type CounterDocument,
  type ErasedPerson,
} from '../backup/what-is-kept.ts';
import type { Client } from '../store-client.ts';
import { isSame, sequences, versionedCollections, type FoundData } from './jumps.ts';

type Db = mongoose.mongo.Db;

/** The existing content of one service's database. */
export interface Target {
  service: string;
  database: Db;
  /** The number of documents in each collection. Leaves out empty collections. */
  documents: Record<string, number>;
  data: FoundData;
  /** The check values of the keys with which the data was written. */
  keys: WrittenKeys;
  underWay: RestoreUnderWay | null;
}

/** Inspects the databases of the services in the backup, and all other existing databases of the store. */
export async function lookAtTargets(
  client: Client,
  namespace: string,
  restored: readonly string[],
): Promise<Target[]> {
  const there = await databasesOf(client, namespace);
  const services = new Set([...restored, ...there.keys()]);
  const targets: Target[] = [];
  for (const service of services) targets.push(await lookAt(service, client.db(`${namespace}_${service}`)));
  return targets;
}

interface StoredIdentity {
  _id: string;
  data_id?: unknown;
  keys?: WrittenKeys;
}

async function lookAt(service: string, database: Db): Promise<Target> {
  const documents: Record<string, number> = {};
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    const count = isKept(name) ? await database.collection(name).countDocuments() : 0;
    if (count > 0) documents[name] = count;
  }
  const restores = await readRestores(database);
  const identity = await database.collection<StoredIdentity>(metaCollection).findOne({ _id: 'identity' });
  const largest = await largestIds({ db: database }, sequences[service] ?? []);
  const data = {
    dataId: typeof identity?.data_id === 'string' ? identity.data_id : null,
    sequences: await readSequences(database),
    largestIds: onlyCountable([...largest]),
    versions: await highestVersion(database, versionedCollections[service] ?? []),
  };
  return {
    service,
    database,
    documents,
    data,
    keys: identity?.keys ?? {},
    underWay: restores?.under_way ?? null,
  };
}

/** The last ids of a database's sequences. Leaves out invalid ids. */
export async function readSequences(database: Db): Promise<Record<string, number>> {
  const counters = await database.collection<CounterDocument>(countersCollection).find().toArray();
  return onlyCountable(Object.entries(sequencesAmong(counters)));
}

/** Leaves out numbers that only damage can explain. */
function onlyCountable(numbers: readonly [string, number][]): Record<string, number> {
  return Object.fromEntries(numbers.filter(([, number]) => Number.isSafeInteger(number)));
}

async function highestVersion(database: Db, collections: readonly string[]): Promise<number> {
  let highest = 0;
  for (const name of collections) {
    const [found] = await database
      .collection(name)
      .aggregate<{ version: number }>([
        { $match: { version: { $gte: 0, $lte: Number.MAX_SAFE_INTEGER } } },
        { $group: { _id: null, version: { $max: '$version' } } },
      ])
      .toArray();
    highest = Math.max(highest, found?.version ?? 0);
  }
  return highest;
}

/** The existing data of each service. Includes the higher ids and versions that an unfinished earlier restore chose. */
export function foundData(targets: readonly Target[]): Record<string, FoundData> {
  return Object.fromEntries(
    targets.map(({ service, data, underWay }) => {
      const last = new Map(Object.entries(data.sequences));
      for (const [name, id] of Object.entries(underWay?.sequences ?? {}))
        last.set(name, Math.max(id, last.get(name) ?? 0));
      const versions = Math.max(data.versions, underWay?.versions ?? 0);
      return [service, { ...data, sequences: Object.fromEntries(last), versions }];
    }),
  );
}

/** Describes each database with content: `orders: 12 orders, 30 order_items`. */
export function heldLines(targets: readonly Target[]): string[] {
  return targets.flatMap(({ service, documents: { meta: _meta, ...held } }) => {
    const counts = Object.entries(held).map(([name, count]) => `${count} ${name}`);
    return counts.length === 0 ? [] : [`  ${service}: ${counts.join(', ')}`];
  });
}

interface Operation {
  appName?: string;
  client?: string;
}

/**
 * Lists other connections to these databases, including those of frozen processes. The store's processes and
 * tools open connections under the database's name.
 */
export async function othersConnected(
  client: Client,
  targets: readonly Target[],
  ownName: string,
): Promise<string[]> {
  const databases = targets.map(({ database }) => database.databaseName);
  const restoring = new RegExp(`^${RegExp.escape(ownName.split(' ')[0] ?? '')} `);
  const connected = await client
    .db('admin', { readConcern: new mongoose.mongo.ReadConcern('local') })
    .aggregate<Operation>([
      { $currentOp: { allUsers: true, idleConnections: true } },
      { $match: { $or: [{ appName: { $in: databases } }, { appName: restoring }] } },
      { $match: { appName: { $ne: ownName } } },
    ])
    .toArray();
  const byHost = connected.map(
    ({ appName = '', client: from = '?' }) => `${appName} from ${from.replace(/:\d+$/, '')}`,
  );
  const counts = Map.groupBy(byHost, (line) => line);
  return [...counts].map(([line, { length }]) => `  ${line} (${length} connections)`).sort();
}

/**
 * The ids of people who were erased after this backup. The ids come from the data that will be replaced, from later backups in
 * the same folder, and from an earlier run of this restore.
 */
export async function erasedSince(
  backup: FoundBackup & { manifest: Manifest },
  { service, database, data, underWay }: Target,
): Promise<number[]> {
  const dumped = backup.manifest.databases[service];
  if (dumped === undefined) return [];
  const beside = await findBackups(dirname(backup.path));
  const later = beside.flatMap(({ manifest }) =>
    manifest !== null && isGoneOn(backup.manifest, manifest)
      ? (manifest.databases[service]?.erased ?? [])
      : [],
  );
  const people = database.collection<ErasedPerson>(erasuresCollection);
  const found = isSame(dumped, data)
    ? idsOf(await people.find({}, { projection: { _id: 1 } }).toArray())
    : [];
  const inBackup = new Set(dumped.erased);
  return [...new Set([...later, ...found, ...(underWay?.erased ?? [])])].filter((id) => !inBackup.has(id));
}
