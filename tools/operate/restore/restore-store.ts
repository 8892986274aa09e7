import { dirname } from 'node:path';
import type mongoose from 'mongoose';

import { noteBroughtBack } from '#services/orders/erasure/storage/brought-back.ts';
import { byService } from '#shared/contracts/kit/define.ts';
import type { PastRestore } from '#shared/platform/mongo/restores.ts';
import { newestVersion } from '#shared/platform/mongo/service-data.ts';
import { askTime } from '#shared/platform/mongo/store-clock.ts';
import { differingKeys, type DataKey } from '#shared/platform/process/key-checks.ts';
import { killPoint } from '#shared/platform/process/kill-point.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import { whyNotOpened, type BackupKey } from '../backup/backup-key.ts';
import { damagesOf, isOf, type FoundBackup } from '../backup/found-backups.ts';
import type { DumpedDatabase, Manifest } from '../backup/manifest.ts';
import { knownData } from '../known-data.ts';
import type { Client } from '../store-client.ts';
import type { StoredDocument } from './jumped-document.ts';
import { isSame, jumpsOf, lastIds, sequencesOf, type IdJump, type IdsAfter } from './jumps.ts';
import {
  cancelUnfinished,
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
  refuseTooLow,
  refuseWritten,
  refuseWrongClock,
  whyTooNew,
  whyTooOld,
} from './refusals.ts';
import { markAbandoned, markBegun, markEnded, markSwapping, nextEpoch } from './restore-marks.ts';
import { erasedSince, foundData, lookAtTargets, type Target } from './target.ts';

type Db = mongoose.mongo.Db;

export interface RestoreOrder {
  client: Client;
  /** The application name of this restore's connections. */
  ownName: string;
  namespace: string;
  backup: FoundBackup;
  key: BackupKey | null;
  queues: Queues;
  keys: StoreKeys;
  choices: { replace: boolean; endUnfinished: boolean; purgeQueues: boolean; idsAfter: IdsAfter };
  say: (line: string) => void;
}

export interface Restored {
  restore: PastRestore;
  ids: readonly IdJump[];
  manifest: Manifest;
  cancelled: Record<string, number>;
  /** The number of messages that wait in each queue or, if the queues were purged, that were removed from it. */
  waiting: Waiting;
  removedKeys: number;
  /**
   * The number of people who were erased after the backup. The first worker on the restored data erases them
   * again.
   */
  erasedAgain: number;
  /** Active webhook endpoints, which the first worker on the restored data pauses. */
  pausedEndpoints: Endpoint[];
  /** Secret keys that differ between the backup and the existing data, according to their check values. */
  otherKeys: DataKey[];
  isToBeMigrated: boolean;
}

interface Endpoint {
  id: number;
  url: string;
}

const knownVersions = byService((name) => newestVersion(knownData[name]));

const nothing: DumpedDatabase = {
  data_version: null,
  identity: null,
  epoch: 0,
  sequences: {},
  unfinished: { bulk: [], parked: 0, outbox: 0 },
  collections: [],
};

/**
 * Replaces the store's data by a backup. Loads everything under other names, then swaps it with the existing
 * data. An aborted run can be repeated. Until a run ends, no process of the store starts on the databases.
 */
export async function restoreStore(order: RestoreOrder): Promise<Restored> {
  const { client, ownName, namespace, backup, choices, say } = order;
  const manifest = await openBackup(order);
  const dumpOf = ({ service }: Target) => manifest.databases[service] ?? nothing;
  if (!isOf(namespace, backup))
    say(`The backup has the store "${manifest.namespace}". It replaces "${namespace}".`);
  const targets = await lookAtTargets(client, namespace, Object.keys(manifest.databases));
  await refuseConnected(client, targets, ownName);
  refuseLivedIn(targets, choices.replace);
  const now = await askTime(client.db('admin'));
  refuseWrongClock(manifest.moment, now);
  refuseTooLow(choices.idsAfter, manifest);
  const jumps = jumpsOf(manifest, now, foundData(targets), choices.idsAfter);
  for (const line of refuseBeyondInt32(jumps)) say(line);

  const erased = new Map<Target, number[]>();
  for (const target of targets) {
    const { service, database, underWay } = target;
    const users = await erasedSince({ ...backup, manifest }, target);
    erased.set(target, users);
    await markBegun(database, {
      backup: backup.name,
      since: now.toISOString(),
      phase: underWay?.phase ?? 'loading',
      sequences: sequencesOf(jumps, service),
      versions: jumps.versions,
      erased: users,
    });
  }
  const loading: Loading = { folder: backup.path, key: keyFor(manifest, order.key), jumps, say };
  for (const target of targets) await loadDatabase(target.database, target.service, dumpOf(target), loading);
  killPoint('restore.loading');
  await refuseConnected(client, targets, ownName);
  await refuseWritten(targets);
  for (const { database } of targets) await markSwapping(database);
  const cancelled: Record<string, number> = {};
  for (const target of targets) {
    const { service, database } = target;
    await swapIn(database, dumpOf(target));
    killPoint('restore.swapping');
    await setSequences(database, sequencesOf(jumps, service));
    await noteBroughtBack(database, erased.get(target) ?? []);
    await renewFeed(database);
    const count = choices.endUnfinished ? await cancelUnfinished(database, now) : 0;
    if (count > 0) cancelled[service] = count;
  }
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
    pausedEndpoints: await activeEndpoints(client.db(`${namespace}_webhooks`)),
    isToBeMigrated: isOlder(manifest, knownVersions),
  };
}

async function activeEndpoints(database: Db): Promise<Endpoint[]> {
  const active = await database
    .collection<{ _id: number; url: string }>('webhooks')
    .find({ status: 'active' }, { projection: { url: 1 } })
    .sort({ _id: 1 })
    .toArray();
  return active.map(({ _id: id, url }) => ({ id, url }));
}

/**
 * Cancels an unfinished restore, so that the store keeps its existing data. Throws a PlainError if there is no unfinished
 * restore, or if it has already replaced some of the existing data.
 */
export async function abandonRestore({
  client,
  ownName,
  namespace,
}: Pick<RestoreOrder, 'client' | 'ownName' | 'namespace'>): Promise<void> {
  const targets = await lookAtTargets(client, namespace, []);
  const begun = targets.filter(({ underWay }) => underWay !== null);
  if (begun.length === 0) throw new PlainError('There is no unfinished restore.');
  await refuseConnected(client, targets, ownName);
  if (begun.some(({ underWay }) => underWay?.phase === 'swapping')) {
    throw new PlainError(
      'Some of the earlier data is replaced already. Run the restore again until it has finished.',
    );
  }
  for (const { database } of begun) {
    await dropStaged(database);
    await markAbandoned(database);
  }
}

/** Returns the manifest of an intact backup that this release and this key can read. */
async function openBackup({ backup, key }: RestoreOrder): Promise<Manifest> {
  const damages = await damagesOf(backup);
  const { manifest } = backup;
  if (manifest === null || damages.length > 0) {
    throw new PlainError(
      `${backup.name} can't be restored, and nothing was changed: ${damages.join('; ')}. ` +
        `To list other backups: npm run backup -- --list ${dirname(backup.path)}`,
    );
  }
  const reason =
    whyTooNew(manifest, knownVersions) ??
    (await whyNotOpened(manifest.recipients, key)) ??
    (await whyTooOld(manifest, knownData, { folder: backup.path, key: keyFor(manifest, key) }));
  if (reason !== null) throw new PlainError(reason);
  return manifest;
}

/** Null for an unencrypted backup, which is read without a key. */
function keyFor({ recipients }: Manifest, key: BackupKey | null): BackupKey | null {
  return recipients.length > 0 ? key : null;
}

async function end(
  { client, backup }: RestoreOrder,
  { moment, release, databases }: Manifest,
  targets: readonly Target[],
  { loading, now }: { loading: Loading; now: Date },
): Promise<Pick<Restored, 'restore' | 'otherKeys'>> {
  const places = targets.map(({ database }) => database);
  const inBackup = Object.values(databases).map(({ epoch }) => epoch);
  const { jumps } = loading;
  const restore = {
    epoch: await nextEpoch(places, inBackup, now),
    at: now.toISOString(),
    backup: backup.name,
    moment: moment.at,
    release,
    jumped: { versions: jumps.versions, sequences: lastIds(jumps.ids) },
    pauses_endpoints: true as const,
  };
  const metaOf = new Map<Db, StoredDocument[]>();
  const otherKeys = new Set<DataKey>();
  for (const { service, database, data, keys } of targets) {
    const dumped = databases[service] ?? nothing;
    const meta = await readMeta(dumped, service, loading);
    const identity = meta.find(({ _id }) => _id === 'identity');
    for (const name of differingKeys(identity?.['keys'] ?? {}, keys)) otherKeys.add(name);
    // Unless the backup replaces its own data, the restored data is a copy. The copy gets a new id from the first process that
    // starts on it, because the original data keeps the old id.
    if (!isSame(dumped, data)) for (const document of meta) delete document['data_id'];
    metaOf.set(database, meta);
  }
  await markEnded(client, metaOf, restore);
  return { restore, otherKeys: [...otherKeys] };
}
