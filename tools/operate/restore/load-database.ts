import type mongoose from 'mongoose';

import { largestIds } from '#shared/engine/audit/counters.ts';
import { unfinishedStatuses, type BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { feedCollection, feedId, newEpoch, type FeedState } from '#shared/engine/events/feed-state.ts';
import { metaCollection } from '#shared/platform/mongo/restores.ts';
import { PlainError } from '#shared/platform/settings/plain-error.ts';
import type { BackupKey } from '../backup/backup-key.ts';
import type { DumpedCollection, DumpedDatabase } from '../backup/manifest.ts';
import { readDocuments } from '../backup/stored-file.ts';
import { countersCollection, stagedPrefix, type CounterDocument } from '../backup/what-is-kept.ts';
import { jumpedDocument, type StoredDocument } from './jumped-document.ts';
import type { Jumps } from './jumps.ts';

type Db = mongoose.mongo.Db;

export interface Loading {
  folder: string;
  key: BackupKey | null;
  jumps: Jumps;
  say: (line: string) => void;
}

const bytesAtOnce = 8 * 1024 * 1024;
const documentsAtOnce = 2000;

/**
 * Loads all collections except `meta`, with their indexes. The loaded collections have other names than the existing
 * collections.
 */
export async function loadDatabase(
  database: Db,
  service: string,
  { collections }: DumpedDatabase,
  loading: Loading,
): Promise<void> {
  await dropStaged(database);
  for (const collection of collections) {
    if (collection.name === metaCollection) continue;
    const staged = await database.createCollection(stagedPrefix + collection.name, collection.options);
    const count = await load(staged, service, collection, loading);
    if (count !== collection.count || (await staged.countDocuments()) !== count) {
      throw new PlainError(
        `${service}.${collection.name} has ${count} documents after loading instead of ${collection.count}.`,
      );
    }
    // Builds indexes after the documents were counted, because a TTL index removes expired documents.
    const indexes = collection.indexes
      .filter(({ name }) => name !== '_id_')
      .map(({ v: _v, ...index }) => index);
    if (indexes.length > 0)
      await staged.createIndexes(indexes as unknown as mongoose.mongo.IndexDescription[]);
    loading.say(`${service}.${collection.name}: ${count} documents`);
  }
}

async function load(
  staged: mongoose.mongo.Collection,
  service: string,
  { name, file }: DumpedCollection,
  { folder, key, jumps }: Loading,
): Promise<number> {
  let count = 0;
  for await (const batch of batches(readDocuments(folder, file.path, key), service, name, jumps)) {
    // Skips validation, so that damaged documents are restored unchanged.
    await staged.insertMany(batch, { ordered: false, bypassDocumentValidation: true });
    count += batch.length;
  }
  return count;
}

async function* batches(
  documents: AsyncIterable<Uint8Array>,
  service: string,
  collection: string,
  jumps: Jumps,
): AsyncIterable<StoredDocument[]> {
  let batch: StoredDocument[] = [];
  let bytes = 0;
  for await (const document of documents) {
    batch.push(jumpedDocument(document, { service, collection }, jumps));
    bytes += document.length;
    if (bytes < bytesAtOnce && batch.length < documentsAtOnce) continue;
    yield batch;
    [batch, bytes] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** Replaces the existing collections by the loaded collections, and drops collections that are not in the backup. */
export async function swapIn(database: Db, { collections }: DumpedDatabase): Promise<void> {
  const names = collections.map(({ name }) => name);
  for (const name of names) {
    if (name === metaCollection) continue;
    await database.collection(stagedPrefix + name).rename(name, { dropTarget: true });
  }
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    const isOurs = names.includes(name) || name === metaCollection || name.startsWith('system.');
    if (!isOurs) await database.dropCollection(name);
  }
}

/**
 * Sets each sequence to the given last id, but never below an existing id. Creates sequences that are not in
 * the backup.
 */
export async function setSequences(database: Db, lastIds: Readonly<Record<string, number>>): Promise<void> {
  const largest = await largestIds({ db: database }, Object.keys(lastIds));
  const counters = database.collection<CounterDocument>(countersCollection);
  for (const [_id, last] of Object.entries(lastIds)) {
    const version = Math.max(last, largest.get(_id) ?? 0);
    await counters.updateOne({ _id }, { $set: { version } }, { upsert: true });
  }
}

/**
 * Cancels unfinished bulk work in the same way as a DELETE by its owner. Records that were already changed
 * stay changed. Returns the number of operations.
 */
export async function cancelUnfinished(database: Db, now: Date): Promise<number> {
  const at = now.toISOString();
  const { modifiedCount } = await database
    .collection<BulkOperation>('bulk_operations')
    .updateMany(
      { status: { $in: [...unfinishedStatuses] } },
      { $set: { status: 'cancelled', finished_at: at, updated_at: at }, $inc: { version: 1 } },
    );
  return modifiedCount;
}

/**
 * Gives the feed a new epoch (a random id). Positions after the backup are assigned again, so cursors from before the restore
 * must expire.
 */
export async function renewFeed(database: Db): Promise<void> {
  const feed = database.collection<FeedState>(feedCollection);
  await feed.updateOne({ _id: feedId }, { $set: { epoch: newEpoch() } });
}

export async function dropStaged(database: Db): Promise<void> {
  for (const { name } of await database.listCollections({}, { nameOnly: true }).toArray()) {
    if (name.startsWith(stagedPrefix)) await database.dropCollection(name);
  }
}

export async function readMeta(
  { collections }: DumpedDatabase,
  service: string,
  { folder, key, jumps }: Loading,
): Promise<StoredDocument[]> {
  const meta = collections.find(({ name }) => name === metaCollection);
  const documents: StoredDocument[] = [];
  if (!meta) return documents;
  for await (const document of readDocuments(folder, meta.file.path, key))
    documents.push(jumpedDocument(document, { service, collection: metaCollection }, jumps));
  return documents;
}
