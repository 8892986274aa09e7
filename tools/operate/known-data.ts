import { catalogData } from '#services/catalog/migrations/catalog-data.ts';
import { ordersData } from '#services/orders/migrations/orders-data.ts';
import { webhooksData } from '#services/webhooks/migrations/webhooks-data.ts';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { ServiceData } from '#shared/mongo/service-data.ts';

export const knownData: Readonly<Record<ServiceName, ServiceData>> = {
  catalog: catalogData,
  orders: ordersData,
  webhooks: webhooksData,
};
