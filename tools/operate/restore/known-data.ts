import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import { webhooksData } from '#services/webhooks/migrations/webhooks-data.ts';
import { newestVersion } from '#shared/mongo/service-data.ts';
import type { KnownVersions } from './refusals.ts';

/** The versions of data that this release works with. Data that names none is of a release before they were numbered. */
export const knownData: KnownVersions = {
  catalog: newestVersion(catalogData),
  orders: newestVersion(ordersData),
  webhooks: newestVersion(webhooksData),
};
