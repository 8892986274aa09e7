import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import { webhooksData } from '#services/webhooks/migrations/webhooks-data.ts';
import { newestVersion } from '#shared/mongo/service-data.ts';
import type { KnownVersions } from './refusals.ts';

/** The data versions that this release supports. Data without a version is older than versions. */
export const knownData: KnownVersions = {
  catalog: newestVersion(catalogData),
  orders: newestVersion(ordersData),
  webhooks: newestVersion(webhooksData),
};
