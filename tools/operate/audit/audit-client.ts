import mongoose from 'mongoose';

import type { StoreAddress } from '../store-address.ts';

const { MongoClient, ReadConcern } = mongoose.mongo;
export type AuditClient = InstanceType<typeof MongoClient>;

export async function openAuditClient(uri: string): Promise<AuditClient> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  return client.connect();
}

/** The store's data at one moment, whatever is written meanwhile. */
export interface Snapshot {
  orders: mongoose.mongo.Db;
  catalog: mongoose.mongo.Db;
  session: mongoose.mongo.ClientSession;
}

/** Everything that `use` reads is of one moment; the server keeps it for five minutes. `use` is done when its promise is. */
export async function withSnapshot<T>(
  client: AuditClient,
  { namespace }: Pick<StoreAddress, 'namespace'>,
  use: (snapshot: Snapshot) => Promise<T>,
): Promise<T> {
  const session = client.startSession({ snapshot: true });
  const settings = { readConcern: new ReadConcern('snapshot') };
  try {
    return await use({
      orders: client.db(`${namespace}_orders`, settings),
      catalog: client.db(`${namespace}_catalog`, settings),
      session,
    });
  } finally {
    await session.endSession();
  }
}

/** Documents of a collection, with the fields and of the kind that are asked for. */
export async function readAll<Document extends object>(
  { session, ...databases }: Snapshot,
  service: 'orders' | 'catalog',
  collection: string,
  { projection = {}, filter = {} }: { projection?: object; filter?: object } = {},
): Promise<Document[]> {
  const cursor = databases[service].collection(collection).find<Document>(filter, { projection, session });
  return cursor.toArray();
}
