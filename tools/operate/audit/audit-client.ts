import mongoose from 'mongoose';

import { serviceNames } from '#shared/contracts/schema-kit/define.ts';
import { followStoreClock } from '#shared/mongo/store-clock.ts';
import { refuseUnfit } from '../known-data.ts';
import { OperatorError } from '../store-address.ts';

const { MongoClient } = mongoose.mongo;
export type AuditClient = InstanceType<typeof MongoClient>;

/** `repairs`: the database to which repairs are written. It becomes the name of the connection, so that a restore detects the writer. */
export async function openAuditClient(uri: string, repairs?: string): Promise<AuditClient> {
  const client = new MongoClient(uri, {
    serverSelectionTimeoutMS: 5000,
    ...(repairs !== undefined && { appName: repairs }),
  });
  await client.connect();
  await followStoreClock({ db: client.db('admin'), once: client.once.bind(client) });
  return client;
}

/** Throws for an empty or half-restored store and for data below the floor: an audit would pass or fail for the wrong reason. */
export async function refuseUnauditable(client: AuditClient, namespace: string): Promise<void> {
  for (const service of serviceNames) {
    const database = client.db(`${namespace}_${service}`);
    const [any] = await database.listCollections({}, { nameOnly: true }).toArray();
    if (any === undefined)
      throw new OperatorError(
        `There is no database ${database.databaseName} at this MongoDB. STORE_NAMESPACE names the store: "${namespace}".`,
      );
    await refuseUnfit(client, namespace, [service]);
  }
}
