import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import { catalogModels } from '#services/catalog/storage/models.ts';
import { ordersModels } from '#services/orders/storage/orders-models.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { connectDatabase } from '#shared/mongo/connect.ts';
import type { Database } from '#shared/mongo/connect.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';
import { createLog } from '#shared/process/log.ts';

/** What each service's database holds: what is declared of its collections, and the steps of its data. */
const services = {
  catalog: { declare: catalogModels, data: catalogData },
  orders: { declare: ordersModels, data: ordersData },
} as const;

export const serviceNames = Object.keys(services) as ServiceName[];

/** Opens a service's database with its models; `work` done, closes it. */
export async function withServiceDatabase<Result>(
  service: ServiceName,
  { mongodbUri, namespace }: { mongodbUri: string; namespace: string },
  work: (database: Database, data: ServiceData) => Promise<Result>,
): Promise<Result> {
  const log = createLog('migrate', process.env['LOG_LEVEL'] ?? 'warn');
  const database = await connectDatabase(mongodbUri, `${namespace}_${service}`, log);
  try {
    const { declare, data } = services[service];
    declare(database);
    batchModels(database);
    return await work(database, data);
  } finally {
    await database.close();
  }
}
