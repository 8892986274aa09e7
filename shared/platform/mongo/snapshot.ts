import mongoose, { type ClientSession, type mongo } from 'mongoose';
import type { Database } from './connect.ts';

export interface AuditedDatabase {
  client: mongo.MongoClient;
  /** The name of the database, such as `store_orders`. */
  name: string;
}

export interface Snapshot {
  db: mongo.Db;
  session: mongo.ClientSession;
}

/** The longest time so far that a snapshot was in use. MongoDB keeps a snapshot for five minutes. */
export interface SnapshotAges {
  longestMs: number;
}

/** Creates a new object each time, because the driver stores the time of the session's snapshot in it. */
const ofOneMoment = () => ({ readConcern: new mongoose.mongo.ReadConcern('snapshot') });

/** All reads in `use` see the data of one moment. Updates `ages`. */
export async function withSnapshot<T>(
  { client, name }: AuditedDatabase,
  ages: SnapshotAges,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const session = client.startSession({ snapshot: true });
  const began = performance.now();
  try {
    return await use({ db: client.db(name, ofOneMoment()), session });
  } finally {
    ages.longestMs = Math.max(ages.longestMs, performance.now() - began);
    await session.endSession();
  }
}

/** A snapshot of another database on the same servers, at the same moment. */
export function alsoIn({ session }: Snapshot, { client, name }: AuditedDatabase): Snapshot {
  return { db: client.db(name, ofOneMoment()), session };
}

/** Loads all matching documents into memory, so the filter must match few. */
export function readSome<D extends object>(
  { db, session }: Snapshot,
  collection: string,
  filter: object,
  projection: object = {},
): Promise<D[]> {
  return db.collection(collection).find<D>(filter, { projection, session }).toArray();
}

/** Returns new options for each read. The first read determines the moment, and must end before other reads begin. */
export type ReadOptions = () => { session: ClientSession; readConcern: { level: 'snapshot' } };

/** All reads with these options see the data of one moment, even concurrent reads. */
export async function atOneMoment<R>(
  database: Database,
  read: (options: ReadOptions) => Promise<R>,
): Promise<R> {
  const session = await database.startSession({ snapshot: true });
  try {
    return await read(() => ({ session, readConcern: { level: 'snapshot' } }));
  } finally {
    await session.endSession();
  }
}
