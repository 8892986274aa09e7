/** `indexes catalog|orders`: makes a service's collections and indexes, so that a rollout of new ones need not wait for them. */
import { catalogModels } from '#services/catalog/storage/models.ts';
import { ordersModels } from '#services/orders/storage/orders-models.ts';
import { readCommandLine, runCommand, wrongUsage } from '#shared/process/command-line.ts';
import { createLog } from '#shared/process/log.ts';
import { ownSettings } from '#shared/process/settings/own-settings.ts';
import { connectDatabase } from '#shared/mongo/connect.ts';
import { batchModels } from '#shared/commands/batch-models.ts';
import { buildIndexes } from '#shared/mongo/build-indexes.ts';
import { holdIdentity } from '#shared/mongo/hold-identity.ts';

const usage = `Usage: indexes catalog|orders

Makes a service's collections and indexes. Doing it again changes nothing.`;
const models = { catalog: catalogModels, orders: ordersModels };

await runCommand(async () => {
  const asked = readCommandLine({ name: 'indexes', usage, options: {}, takesNames: true, reader: 'indexes' });
  if (asked === null) return;
  const [service] = asked.positionals;
  if (service !== 'catalog' && service !== 'orders')
    throw wrongUsage('indexes', 'of which service? catalog or orders');
  const settings = ownSettings('indexes');
  const log = createLog('indexes', settings.LOG_LEVEL);
  const database = await connectDatabase(settings.MONGODB_URI, `${settings.STORE_NAMESPACE}_${service}`, log);
  const { STORE_CURRENCY: currency, STORE_TIME_ZONE: timeZone } = settings;
  await holdIdentity(database, { currency, timeZone });
  models[service](database);
  batchModels(database);
  await buildIndexes(database);
  await database.close();
  console.log(`The indexes of ${service} are there.`);
});
