import type mongoose from 'mongoose';
import { databaseNow } from './database-now.ts';
import { cancelUnfinished } from './cancel-unfinished.ts';
import { noteBroughtBack } from '#services/orders/storage/erasure/brought-back.ts';
import { differingKeys, type DataKey, type WrittenKeys } from '#shared/process/key-checks.ts';
import { killPoint } from '#shared/process/kill-point.ts';
import { whyNotOpened, type BackupKey } from '../backup/backup-key.ts';
import { damagesOf, folderOf, isOf, type FoundBackup } from '../backup/found-backups.ts';
import type { DumpedDatabase, Manifest } from '../backup/manifest.ts';
import { databasesOf, type Client } from '../backup/moment.ts';
import { OperatorError } from '../store-address.ts';
import { refuseTooLow } from './ids-after.ts';
import { erasedSince } from './erased-since.ts';
import { isSame, jumpsOf, lastIds, sequencesOf, type IdJump, type IdsAfter } from './jumps.ts';
import type { StoredDocument } from './jumped-document.ts';
import {
  dropStaged,
  loadDatabase,
  readMeta,
  renewFeed,
  setSequences,
  swapIn,
  type Loading,
} from './load-database.ts';
import type { Queues, Waiting } from './queues.ts';
import type { StoreKeys } from './redis-keys.ts';
import {
  isOlder,
  refuseBeyondInt32,
  refuseConnected,
  refuseLivedIn,
  refuseWritten,
  refuseWrongClock,
  whyTooNew,
  type KnownVersions,
} from './refusals.ts';
import type { PastRestore } from '#shared/mongo/restores.ts';
import { newestVersion, type ServiceData } from '#shared/mongo/service-data.ts';
import { whyTooOld } from './below-floor.ts';
import { markAbandoned, markBegun, markEnded, markSwapping, nextEpoch } from './restore-marks.ts';
import { foundData, lookAtTargets, type Target } from './target.ts';

type Db = mongoose.mongo.Db;

export interface RestoreOrder {
  client: Client;
  /** The application name of this restore's connections. */
  ownName: string;
  namespace: string;
  backup: FoundBackup;
  key: BackupKey | null;
  knownData: Readonly<Record<string, ServiceData>>;
  queues: Queues;
  keys: StoreKeys;
  choices: { replace: boolean; endUnfinished: boolean; purgeQueues: boolean; idsAfter: IdsAfter };
  say: (line: string) => void;
}

export interface Restored {
  restore: PastRestore;
  ids: readonly IdJump[];
  manifest: Manifest;
  /** Cancelled bulk work, by service. */
  cancelled: Record<string, number>;
  /** The messages that wait in the queues, or that were discarded. */
  waiting: Waiting;
  removedKeys: number;
  /** The number of people erased after the backup; the first worker on the restored data erases them again. */
  erasedAgain: number;
  /** Active webhook endpoints, which the first worker on the restored data pauses. */
  pausedEndpoints: Endpoint[];
  /** Keys that differ between the backup and the data in place. */
  otherKeys: DataKey[];
  isToBeMigrated: boolean;
}

interface Endpoint {
  id: number;
  url: string;
}

async function activeEndpoints(database: Db): Promise<Endpoint[]> {
  const active = await database
    .collection<{ _id: number; url: string }>('webhooks')
    .find({ status: 'active' }, { projection: { url: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return active.map(({ _id: id, url }) => ({ id, url }));
}

const nothing: DumpedDatabase = {
  data_version: null,
  identity: null,
  epoch: 0,
  sequences: {},
  unfinished: { bulk: [], parked: 0, outbox: 0 },
  collections: [],
};

/**
 * Replaces the store's data by a backup. Everything is loaded beside the existing data, then swapped. An aborted run can be
 * repeated; until one ends, no process of the store starts on the databases.
 */
export async function restoreStore(order: RestoreOrder): Promise<Restored> {
  const { client, ownName, namespace, choices, say } = order;
  const manifest = await openBackup(order);
  if (!isOf(namespace, order.backup))
    say(`The backup is of the store "${manifest.namespace}"; it is put in the place of "${namespace}".`);
  const targets = await lookAtTargets(client, namespace, Object.keys(manifest.databases));
  const databases = targets.map(({ service }) => databaseOf(order, service));
  await refuseConnected(client, databases, ownName);
  refuseLivedIn(targets, choices.replace);
  const now = await databaseNow(client);
  refuseWrongClock(manifest.moment, now);
  refuseTooLow(choices.idsAfter, manifest);
  const found = foundData(targets);
  const jumps = jumpsOf(manifest, now, found, choices.idsAfter);
  for (const line of refuseBeyondInt32(jumps)) say(line);

  const { name, path } = order.backup;
  const erased = new Map<string, number[]>();
  for (const target of targets) {
    const { service, underWay } = target;
    const database = client.db(databaseOf(order, service));
    const users = await erasedSince({ ...order.backup, manifest }, target, database);
    erased.set(service, users);
    await markBegun(client, database.databaseName, {
      backup: name,
      since: now.toISOString(),
      phase: underWay?.phase ?? 'loading',
      sequences: sequencesOf(jumps, service),
      versions: jumps.versions,
      erased: users,
    });
  }
  const loading: Loading = { folder: path, key: keyFor(manifest, order.key), jumps, say };
  for (const [service, dumped] of dumpsOf(manifest, targets))
    await loadDatabase(client.db(databaseOf(order, service)), service, dumped, loading);
  killPoint('restore.loading');
  await refuseConnected(client, databases, ownName);
  await refuseWritten(client, namespace, targets);
  await markSwapping(client, databases);
  for (const [service, dumped] of dumpsOf(manifest, targets)) {
    const database = client.db(databaseOf(order, service));
    await swapIn(database, dumped);
    killPoint('restore.swapping');
    await setSequences(database, sequencesOf(jumps, service));
    await noteBroughtBack(database, erased.get(service) ?? []);
    await renewFeed(database);
  }
  const cancelled = choices.endUnfinished ? await cancelUnfinished(client, namespace, manifest, now) : {};
  const waiting = choices.purgeQueues ? await order.queues.purge() : await order.queues.waiting();
  const removedKeys = await order.keys.remove();
  const { restore, otherKeys } = await end(order, manifest, targets, { loading, now });
  return {
    restore,
    otherKeys,
    ids: jumps.ids,
    manifest,
    cancelled,
    waiting,
    removedKeys,
    erasedAgain: [...erased.values()].flat().length,
    pausedEndpoints: await activeEndpoints(client.db(databaseOf(order, 'webhooks'))),
    isToBeMigrated: isOlder(manifest, versionsOf(order.knownData)),
  };
}

/** Abandons an unfinished restore, while the earlier data is still complete. */
export async function abandonRestore({
  client,
  ownName,
  namespace,
}: Pick<RestoreOrder, 'client' | 'ownName' | 'namespace'>): Promise<void> {
  const targets = await lookAtTargets(client, namespace, []);
  const begun = targets.filter(({ underWay }) => underWay !== null);
  if (begun.length === 0) throw new OperatorError('No restore was begun here.');
  const databases = await databasesOf(client, namespace);
  await refuseConnected(
    client,
    [...databases.values()].map(({ databaseName }) => databaseName),
    ownName,
  );
  if (begun.some(({ underWay }) => underWay?.phase === 'swapping')) {
    throw new OperatorError(
      'Some of the data from before is gone already: only a restore that ends makes the store whole.',
    );
  }
  for (const { service } of begun) {
    const database = client.db(`${namespace}_${service}`);
    await dropStaged(database);
    await markAbandoned(client, database.databaseName);
  }
}

/** Returns the manifest of an intact backup that this release and this key can read. */
async function openBackup({ backup, key, knownData }: RestoreOrder): Promise<Manifest> {
  const damages = await damagesOf(backup);
  const { manifest } = backup;
  if (manifest === null || damages.length > 0) {
    throw new OperatorError(
      `${backup.name} can't be restored, and nothing was changed: ${damages.join('; ')}. ` +
        `The others that there are: npm run backup -- --list ${folderOf(backup)}`,
    );
  }
  const reason =
    whyTooNew(manifest, versionsOf(knownData)) ??
    (await whyNotOpened(manifest.recipients, key)) ??
    (await whyTooOld(manifest, knownData, { folder: backup.path, key: keyFor(manifest, key) }));
  if (reason !== null) throw new OperatorError(reason);
  return manifest;
}

/** An unencrypted backup is read without a key. */
function keyFor({ recipients }: Manifest, key: BackupKey | null): BackupKey | null {
  return recipients.length > 0 ? key : null;
}

function versionsOf(known: RestoreOrder['knownData']): KnownVersions {
  return Object.fromEntries(Object.entries(known).map(([service, data]) => [service, newestVersion(data)]));
}

function databaseOf({ namespace }: Pick<RestoreOrder, 'namespace'>, service: string): string {
  return `${namespace}_${service}`;
}

/** The target content of each database; empty if the backup lacks it. */
function dumpsOf({ databases }: Manifest, targets: readonly Target[]): [string, DumpedDatabase][] {
  return targets.map(({ service }) => [service, databases[service] ?? nothing]);
}

/** A restore into another place creates new data: its first process gives it an id. The original keeps its own. */
function dropDataId(meta: readonly StoredDocument[]): void {
  for (const document of meta) delete document['data_id'];
}

async function end(
  { client, namespace, backup }: RestoreOrder,
  manifest: Manifest,
  targets: readonly Target[],
  { loading, now }: { loading: Loading; now: Date },
): Promise<Pick<Restored, 'restore' | 'otherKeys'>> {
  const databases = targets.map(({ service }) => databaseOf({ namespace }, service));
  const inBackup = Object.values(manifest.databases).map(({ epoch }) => epoch);
  const epoch = await nextEpoch(client, databases, inBackup, now);
  const { jumps } = loading;
  const restore = {
    epoch,
    at: now.toISOString(),
    backup: backup.name,
    moment: manifest.moment.at,
    release: manifest.release,
    jumped: { versions: jumps.versions, sequences: lastIds(jumps.ids) },
    pauses_endpoints: true as const,
  };
  const metaOf = new Map<string, StoredDocument[]>();
  const otherKeys = new Set<DataKey>();
  for (const { service, data, keys } of targets) {
    const dumped = manifest.databases[service] ?? nothing;
    const meta = await readMeta(dumped, service, loading);
    for (const name of differingKeys(keysIn(meta), keys)) otherKeys.add(name);
    if (!isSame(dumped, data)) dropDataId(meta);
    metaOf.set(databaseOf({ namespace }, service), meta);
  }
  await markEnded(client, metaOf, restore);
  return { restore, otherKeys: [...otherKeys] };
}

function keysIn(meta: readonly StoredDocument[]): WrittenKeys {
  return meta.find(({ _id }) => _id === 'identity')?.['keys'] ?? {};
}
