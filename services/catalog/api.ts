import { lastReport } from '#shared/engine/audit/run-audit.ts';
import { runServiceApi } from '#shared/engine/service/run-api.ts';
import { callerOnly } from '#shared/platform/http/internal-auth.ts';
import { driverDatabase } from '#shared/platform/mongo/connect.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import { mountForOrders } from './products/storage/endpoints-for-orders.ts';
import { createCatalogReads } from './reads.ts';
import { catalog } from './service.ts';

runServiceApi(catalog, ({ settings, database, models, units, log }) => ({
  own: null,
  reads: createCatalogReads(models, units, log),
  gateway: pairSecret('GATEWAY_CATALOG_SECRET', settings),
  follower: pairSecret('WEBHOOKS_CATALOG_SECRET', settings),
  mountForOthers: (app) => {
    const ordersOnly = callerOnly(pairSecret('ORDERS_CATALOG_SECRET', settings));
    mountForOrders(app, models, ordersOnly);
    app.get('/audit-report', ordersOnly, async (_request, response) => {
      response.json(await lastReport(driverDatabase(database)));
    });
  },
}));
