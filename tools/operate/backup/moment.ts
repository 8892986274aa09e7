import { PlainError } from '#shared/platform/settings/plain-error.ts';
import mongoose from 'mongoose';

import { versionedCollections } from '../restore/jumps.ts';
import type { Client } from '../store-client.ts';

type Db = mongoose.mongo.Db;
type Document = mongoose.mongo.BSON.Document;

/** A consistent snapshot of all databases of the store. */
export interface Moment {
  /** `t`: seconds since 1970. `i`: a counter within that second. */
  clusterTime: { t: number; i: number };
  /** Raw BSON documents, unsorted. */
  documents: (database: string, collection: string) => AsyncIterable<Uint8Array>;
  find: <D extends Document>(
    database: string,
    collection: string,
    filter: mongoose.mongo.Filter<D>,
    projection?: Document,
  ) => Promise<mongoose.mongo.WithId<D>[]>;
}

/** MongoDB's error code for a snapshot that it has already discarded. */
const momentGone = 239;
/** MongoDB's error code for a collection or an index that is newer than the snapshot. */
const momentTooEarly = 246;
const tries = 5;
/**
 * The number of documents per response. Without this limit, each response would have 16 MB, and several responses are in memory
 * at the same time.
 */
const documentsAtOnce = 1000;

/**
 * The existing databases of the services that this release knows, keyed by service. Another database whose name also begins with
 * the namespace, such as `store_analytics`, does not belong to the store.
 */
export async function databasesOf(client: Client, namespace: string): Promise<Map<string, Db>> {
  const { databases } = await client.db('admin').admin().listDatabases({ nameOnly: true });
  const existing = new Set(databases.map(({ name }) => name));
  const services = Object.keys(versionedCollections).sort();
  const own = services.map((service): [string, string] => [service, `${namespace}_${service}`]);
  return new Map(
    own.filter(([, name]) => existing.has(name)).map(([service, name]) => [service, client.db(name)]),
  );
}

/**
 * Calls `use` with a consistent snapshot. `any` is one of the databases. If collections or indexes are being
 * created, `use` may be called again with a later snapshot.
 */
export async function atOneMoment<T>(
  client: Client,
  any: Db,
  use: (moment: Moment) => Promise<T>,
): Promise<T> {
  for (let left = tries; ; left -= 1) {
    const session = client.startSession({ snapshot: true });
    try {
      return await use(await momentOf(client, any, session));
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === momentGone) throw await tooLong(client);
      if (code !== momentTooEarly || left === 1) throw error;
    } finally {
      await session.endSession();
    }
  }
}

interface FirstRead {
  cursor: { atClusterTime: mongoose.mongo.BSON.Timestamp };
}

async function momentOf(client: Client, any: Db, session: mongoose.mongo.ClientSession): Promise<Moment> {
  const settings = { readConcern: new mongoose.mongo.ReadConcern('snapshot') };
  const collectionOf = <D extends Document>(database: string, name: string) =>
    client.db(database, settings).collection<D>(name);
  // The session's first read determines the snapshot. This read must use an existing collection.
  const [collection] = await any.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  if (collection === undefined) throw new PlainError(`${any.databaseName} has no collections.`);
  const reading = { find: collection.name, limit: 1, singleBatch: true, readConcern: { level: 'snapshot' } };
  const { cursor } = (await any.command(reading, { session })) as FirstRead;
  const time = cursor.atClusterTime;
  return {
    clusterTime: { t: time.t, i: time.i },
    documents: (database, name) =>
      // Reads in storage sequence, because an index would cause random reads.
      collectionOf(database, name).find(
        {},
        { session, raw: true, batchSize: documentsAtOnce, hint: { $natural: 1 } },
      ) as AsyncIterable<unknown> as AsyncIterable<Uint8Array>,
    find: (database, name, filter, projection = {}) =>
      collectionOf<never>(database, name).find(filter, { session, projection }).toArray(),
  };
}

async function tooLong(client: Client): Promise<PlainError> {
  const name = 'minSnapshotHistoryWindowInSeconds';
  const answer = await client
    .db('admin')
    .command({ getParameter: 1, [name]: 1 })
    .catch(() => ({ [name]: 300 }));
  return new PlainError(
    `The backup took longer than MongoDB keeps a snapshot (${name}: ${String(answer[name])} s), and was removed. Raise this limit on the ` +
      `primary, and try again: db.adminCommand({ setParameter: 1, ${name}: 3600 })`,
  );
}
