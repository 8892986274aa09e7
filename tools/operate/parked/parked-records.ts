import mongoose from 'mongoose';

import { addressedByCatalog } from '#services/catalog/rules/addressed-record.ts';
import { addressedByOrders } from '#services/orders/rules/addressed-record.ts';
import { addressedByWebhooks } from '#services/webhooks/rules/addressed-record.ts';
import { parkedRecords, type ParkedRecords } from '#shared/commands/parked/parked-records.ts';
import { createRedriveCheck, type RedriveObjections } from '#shared/commands/parked/redrive-check.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { refuseUnfit } from '../known-data.ts';

const addressed = { catalog: addressedByCatalog, orders: addressedByOrders, webhooks: addressedByWebhooks };

export interface OpenRecords extends ParkedRecords {
  objections: RedriveObjections;
  close: () => Promise<void>;
}

/** Opens the inbox and the audit of parked messages in a service's database. Throws a PlainError if the data is unfit. */
export async function openParkedRecords(
  uri: string,
  namespace: string,
  service: ServiceName,
): Promise<OpenRecords> {
  const name = `${namespace}_${service}`;
  const client = new mongoose.mongo.MongoClient(uri, {
    serverSelectionTimeoutMS: 5000,
    // A restore detects writers by this connection name.
    appName: name,
    writeConcern: { w: 'majority', journal: true },
  });
  await client.connect();
  try {
    await refuseUnfit(client, namespace, [service]);
  } catch (error) {
    await client.close();
    throw error;
  }
  const database = client.db(name);
  const addressedBy = addressed[service];
  return {
    ...parkedRecords(database),
    objections: createRedriveCheck(database, addressedBy),
    close: () => client.close(),
  };
}
