import type { Express } from 'express';
import { lastReport } from '#shared/engine/audit/run-audit.ts';
import { runServiceApi } from '#shared/engine/service/run-api.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { mountShoppers } from './customers/storage/find-shopper.ts';
import { rehearsedByOrders } from './handlers.ts';
import { createReadAudits } from './read-audits.ts';
import { createOrdersReads } from './reads.ts';
import type { OrdersModels } from './records/storage/orders-models.ts';
import { openCatalog, orders } from './service.ts';
import { orUnavailable, orUnknown } from './stock/storage/catalog-client.ts';

runServiceApi(orders, ({ settings, units, database, models, log }) => {
  const { catalog, fetchProducts } = openCatalog(settings, log);
  const readAudits = createReadAudits(() => lastReport(driverDatabase(database)), catalog);
  return {
    own: { catalog, fetchProducts: orUnavailable(fetchProducts) },
    reads: createOrdersReads(models, { units, fetchProducts: orUnknown(fetchProducts), readAudits, log }),
    gateway: pairSecret('GATEWAY_ORDERS_SECRET', settings),
    follower: pairSecret('WEBHOOKS_ORDERS_SECRET', settings),
    rehearsed: rehearsedByOrders,
    ownerExists: async (user) => (await models.users.exists({ _id: user })) !== null,
    mount: (app) => {
      mountCopyVersions(app, models);
      mountShoppers(app, models);
    },
  };
});

/** `GET /product-copies/7` returns the version of the orders service's copy of product 7. 404: there is no copy. */
function mountCopyVersions(app: Express, models: Pick<OrdersModels, 'products'>): void {
  app.get('/product-copies/:product', async (request, response) => {
    const copy = await models.products
      .findById(Number(request.params.product), { version: 1, is_deleted: 1 })
      .lean();
    response.status(copy ? 200 : 404).json(copy ?? {});
  });
}
