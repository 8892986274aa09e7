import type mongoose from 'mongoose';
import {
  metaCollection,
  readRestores,
  restoresId,
  type PastRestore,
  type Restores,
  type RestoreUnderWay,
} from '#shared/platform/mongo/restores.ts';
import type { Client } from '../store-client.ts';
import type { StoredDocument } from './jumped-document.ts';

type Db = mongoose.mongo.Db;

const marksIn = (database: Db) => database.collection<Restores>(metaCollection);

/** Marks the start of a restore. Until the restore ends, no process of the store starts on this database. */
export async function markBegun(database: Db, underWay: RestoreUnderWay): Promise<void> {
  const begun = { $set: { under_way: underWay }, $setOnInsert: { epoch: 0, list: [] } };
  await marksIn(database).updateOne({ _id: restoresId }, begun, { upsert: true });
}

export async function markSwapping(database: Db): Promise<void> {
  await marksIn(database).updateOne({ _id: restoresId }, { $set: { 'under_way.phase': 'swapping' } });
}

export async function markAbandoned(database: Db): Promise<void> {
  await marksIn(database).updateOne({ _id: restoresId }, { $unset: { under_way: '' } });
  // Removes the mark of a first restore into an empty database.
  await marksIn(database).deleteOne({ _id: restoresId, epoch: 0, list: [] });
}

/**
 * Returns a number for this restore (its epoch) that no earlier restore of this store had. The number is at least the present
 * time in seconds, so it is new even if the databases no longer contain any record of the earlier restores.
 */
export async function nextEpoch(
  databases: readonly Db[],
  inBackup: readonly number[],
  now: Date,
): Promise<number> {
  const found = await Promise.all(databases.map(readRestores));
  const known = [...inBackup, ...found.map((restores) => restores?.epoch ?? 0)];
  return Math.max(Math.floor(now.getTime() / 1000), ...known.map((epoch) => epoch + 1));
}

/**
 * Replaces `meta` by the backup's `meta`, and adds this restore to the list of past restores. One transaction makes these
 * changes in all databases. The restore is then finished.
 */
export async function markEnded(
  client: Client,
  metaOf: ReadonlyMap<Db, readonly StoredDocument[]>,
  ended: PastRestore,
): Promise<void> {
  await client.withSession((session) =>
    session.withTransaction(async () => {
      for (const [database, documents] of metaOf) {
        const meta = database.collection<{ _id: string }>(metaCollection);
        const before = documents.find(({ _id }) => _id === restoresId) as Partial<Restores> | undefined;
        const others = documents.filter(({ _id }) => _id !== restoresId);
        const list = [...(before?.list ?? []), ended];
        await meta.deleteMany({}, { session });
        const restores = { _id: restoresId, epoch: ended.epoch, list };
        await meta.insertMany([...(others as { _id: string }[]), restores], { session });
      }
    }),
  );
}
