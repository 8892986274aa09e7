/** `indexes catalog|orders`: makes a service's collections and indexes, so that a rollout of new ones need not wait for them. */
import { catalogModels } from '#services/catalog/storage/models.ts';
import { ordersModels } from '#services/orders/storage/orders-models.ts';
import { createLog } from '#shared/process/log.ts';
import { connectDatabase } from '#shared/mongo/connect.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { buildIndexes } from '#shared/mongo/build-indexes.ts';

const models = { catalog: catalogModels, orders: ordersModels };
const { MONGODB_URI: uri, STORE_NAMESPACE: namespace = 'store' } = process.env;
const service = process.argv[2];
if (service !== 'catalog' && service !== 'orders') {
  console.error('indexes of which service? catalog or orders.');
  process.exit(2);
}
if (!uri) {
  console.error('indexes needs MONGODB_URI.');
  process.exit(2);
}
const log = createLog('indexes', process.env['LOG_LEVEL'] ?? 'info');
const database = await connectDatabase(uri, `${namespace}_${service}`, log);
models[service](database);
batchModels(database);
await buildIndexes(database);
await database.close();
console.log(`The indexes of ${service} are there.`);
