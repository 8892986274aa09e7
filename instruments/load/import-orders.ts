import type { Schema } from 'mongoose';
import { isServerFault } from '#shared/platform/mongo/faults.ts';
import { gramsOf } from '#shared/engine/lists/search-text.ts';
import { orderText, ordersLayout } from '#services/orders/store/layout.ts';
import { countBlocks } from '#services/orders/records/storage/order-counts.ts';
import { indexedUpToId, indexOrders } from '#services/orders/lists/storage/search-index.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import type { Order } from '#services/orders/records/tables.ts';
import { importedStatistics } from './imported-statistics.ts';
import { madeOrders } from '#tests/support/seed/seed-orders.ts';
import type { Shop } from '#tests/support/seed/seed-shop.ts';

const ordersAtOnce = 2000;
/** The memory that an index build may use for sorting before it writes to disk, in MB. */
const sortInMemory = { setParameter: 1, maxIndexBuildMemoryUsageMegabytes: 2000 };
const fast = { ordered: false, writeConcern: { w: 1, journal: false } } as const;

type Indexed = Pick<OrdersModels['orders'], 'collection'> & { schema: Pick<Schema, 'indexes'> };

/**
 * Adds orders until there are `size`, with all derived data (lines, search texts with n-grams, counts, statistics, sequences),
 * at the speed of the database. Indexes are built afterwards. No other process may write to the store meanwhile.
 */
export async function importOrders(models: OrdersModels, shop: Shop, size: number): Promise<void> {
  const last = (await models.orders.findOne().sort({ _id: -1 }).lean())?._id ?? 0;
  const there = await models.orders.estimatedDocumentCount();
  if (there >= size) return;
  // The search index must first finish all earlier orders, because it continues after the imported orders.
  while ((await indexOrders(models, null, ordersAtOnce)) > 0) continue;
  const addStatistics = await importedStatistics(models.orders.db);
  const indexed = [models.orders, models.items, models.orderTexts];
  for (const model of indexed) await model.collection.dropIndexes();
  const layout = ordersLayout(models, 0);
  const lastItem = (await models.items.findOne().sort({ _id: -1 }).lean())?._id ?? 0;
  let batch: Order[] = [];
  const flush = async (): Promise<void> => {
    const orders = batch;
    batch = [];
    if (orders.length === 0) return;
    const writes = orders.map((after) => ({ table: 'orders', before: null, after }) as const);
    const documents = orders.map((order) => layout.documents?.orders?.(order));
    const followed = (layout.follow?.(writes) ?? [])
      .filter(({ operations }) => operations.length > 0)
      .map(({ model, operations }) => model.collection.bulkWrite(operations as never, fast));
    const texts = orders.map((order) => {
      const text = orderText(order);
      return { _id: order._id, version: order.version, text, grams: gramsOf(text) };
    });
    await Promise.all([
      models.orders.collection.insertMany(documents as never, fast),
      models.orderTexts.collection.insertMany(texts as never, fast),
      addStatistics(orders),
      ...followed,
    ]);
  };
  const order = {
    from: last + 1,
    itemsFrom: lastItem + 1,
    count: size - there,
    until: new Date(),
    seed: size,
  };
  // Creates the next batch while the database writes the previous batch.
  let flushed = Promise.resolve();
  for (const made of madeOrders(shop, order)) {
    batch.push(made);
    if (batch.length < ordersAtOnce) continue;
    await flushed;
    flushed = flush();
  }
  await flushed;
  await flush();
  await models.orders.db.getClient().db('admin').command(sortInMemory);
  for (const model of indexed) await buildIndexes(model);
  await raiseSequence(models, 'orders', last + size - there);
  await raiseSequence(models, indexedUpToId, last + size - there);
  await raiseSequence(models, 'order_items', lastItem + (size - there) * 3);
  while ((await countBlocks(models, last + size - there)) > 0) continue;
}

/**
 * Builds all indexes of a collection in one pass. A build takes longer than the driver's timeout, but a
 * repeated request waits for the running build.
 */
async function buildIndexes({ collection, schema }: Indexed): Promise<void> {
  const indexes = schema.indexes().map(([key, options]) => ({ ...options, key }));
  for (;;) {
    try {
      await collection.createIndexes(indexes as never);
      return;
    } catch (error) {
      if (!isServerFault(error)) throw error;
    }
  }
}

async function raiseSequence(models: OrdersModels, sequence: string, to: number): Promise<void> {
  await models.counters.updateOne({ _id: sequence }, { $max: { version: to } }, { upsert: true });
}
