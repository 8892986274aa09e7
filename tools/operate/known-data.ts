import type { mongo } from 'mongoose';
import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import { webhooksData } from '#services/webhooks/migrations/webhooks-data.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { readTakenVersion } from '#shared/platform/mongo/floor.ts';
import { refuseHalfRestored } from '#shared/platform/mongo/restores.ts';
import type { ServiceData } from '#shared/platform/mongo/service-data.ts';

export const knownData: Readonly<Record<ServiceName, ServiceData>> = {
  catalog: catalogData,
  orders: ordersData,
  webhooks: webhooksData,
};

/** Throws one sentence with the remedy if the data of one of the services is half restored or below the floor. */
export async function refuseUnfit(
  client: mongo.MongoClient,
  namespace: string,
  services: readonly ServiceName[] = serviceNames,
): Promise<void> {
  for (const service of services) {
    const database = client.db(`${namespace}_${service}`);
    await refuseHalfRestored(database);
    await readTakenVersion({ db: database }, knownData[service]);
  }
}
