import mongoose from 'mongoose';
import type { mongo } from 'mongoose';

/** A service's database as the audit reads it. */
export interface AuditedDatabase {
  client: mongo.MongoClient;
  /** `store_orders` */
  name: string;
}

/** A database at one moment, whatever is written meanwhile. */
export interface Snapshot {
  db: mongo.Db;
  session: mongo.ClientSession;
}

/** How long the longest snapshot so far was held: the server keeps one for five minutes. */
export interface SnapshotAges {
  longestMs: number;
}

/** A new one each time: the driver writes the moment of the session into it. */
const ofOneMoment = () => ({ readConcern: new mongoose.mongo.ReadConcern('snapshot') });

/** Everything that `use` reads is of one moment. */
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

/** Another database of the same servers at the same moment. */
export function alsoIn({ session }: Snapshot, { client, name }: AuditedDatabase): Snapshot {
  return { db: client.db(name, ofOneMoment()), session };
}

/** Documents of a collection, with the fields and of the kind that are asked for: few enough to hold at once. */
export function readSome<D extends object>(
  { db, session }: Snapshot,
  collection: string,
  filter: object,
  projection: object = {},
): Promise<D[]> {
  return db.collection(collection).find<D>(filter, { projection, session }).toArray();
}
