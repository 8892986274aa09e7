import mongoose from 'mongoose';

import type { InboxRecord } from '#shared/decide/decide-batch.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { countedKind } from '#services/orders/storage/counts.ts';
import type { OrderCount } from '#services/orders/storage/counts.ts';
import type { Inventory } from '#services/orders/rules/tables.ts';
import type { MadeOrder } from './inbox-rules.ts';
import { orderOfLocation } from './inbox-rules.ts';
import type { AuditedOrder, AuditedRow, AuditedText } from './order-rules.ts';
import type { AuditedProduct } from './product-copy-rules.ts';
import type { StoreAddress } from './store-address.ts';

const { MongoClient, ReadConcern } = mongoose.mongo;
type Database = mongoose.mongo.Db;
export type { Database };
export type AuditClient = InstanceType<typeof MongoClient>;

export async function openAuditClient(uri: string): Promise<AuditClient> {
  const client = new MongoClient(uri, { serverSelectionTimeoutMS: 5000 });
  return client.connect();
}

type Counted = 'users' | 'addresses' | 'orders' | 'order_items' | 'products' | 'subscriptions';

/** The store's data at one moment, whatever is written meanwhile. */
export interface AuditData {
  /** Orders by rising id, with the rows that the list of items and the texts that `search` has of them. */
  orders: () => AsyncIterable<{ orders: AuditedOrder[]; rows: AuditedRow[]; texts: AuditedText[] }>;
  /** Rows whose order is no more. */
  strayRows: () => Promise<Pick<AuditedRow, '_id' | 'order_id'>[]>;
  /** Texts whose order is no more. */
  strayTexts: () => Promise<Pick<AuditedText, '_id'>[]>;
  /** Orders as they are counted for the totals of lists, by state and payment method: `pending:1`. */
  orderCounts: () => Promise<Map<string, number>>;
  inventory: () => Promise<Inventory[]>;
  cartVersions: () => Promise<Map<number, number>>;
  counters: (service: 'orders' | 'catalog') => Promise<Map<string, number>>;
  largestIds: () => Promise<Record<'orders' | 'catalog', Map<string, number>>>;
  outbox: (service: 'orders' | 'catalog') => Promise<{ oldest: string | null; waiting: number }>;
  madeOrders: () => Promise<MadeOrder[]>;
  /** How many orders were deleted one by one; null when some were in bulk, which leaves no count. */
  deletions: () => Promise<number | null>;
  products: () => Promise<AuditedProduct[]>;
  copies: () => Promise<ProductCopy[]>;
}

const ordersAtOnce = 1000;
/** Sequences and the counts of orders stand side by side. */
const isCount = { count: { $exists: true } };
const isSequence = { version: { $exists: true } };

/** Reads everything in one snapshot; the server keeps it for five minutes. `use` is done when its promise is. */
export async function withAuditData<T>(
  client: AuditClient,
  { namespace }: Pick<StoreAddress, 'namespace'>,
  use: (data: AuditData) => Promise<T>,
): Promise<T> {
  const session = client.startSession({ snapshot: true });
  const settings = { readConcern: new ReadConcern('snapshot') };
  const databases = {
    orders: client.db(`${namespace}_orders`, settings),
    catalog: client.db(`${namespace}_catalog`, settings),
  };
  try {
    return await use(auditData(databases, session));
  } finally {
    await session.endSession();
  }
}

function auditData(
  databases: Record<'orders' | 'catalog', Database>,
  session: mongoose.mongo.ClientSession,
): AuditData {
  const { orders: ordersDb, catalog: catalogDb } = databases;
  const all = <R>(database: Database, name: string, projection: object = {}, filter: object = {}) =>
    database.collection(name).find(filter, { projection, session }).toArray() as unknown as Promise<R[]>;

  const largest = async (database: Database, names: readonly Counted[]) => {
    const found = new Map<string, number>();
    for (const name of names) {
      const [last] = await database
        .collection<{ _id: number }>(name)
        .find({}, { projection: { _id: 1 }, session })
        .sort({ _id: -1 })
        .limit(1)
        .toArray();
      if (last) found.set(name, last._id);
    }
    return found;
  };

  /** Of these documents, by the id of their order, those whose order is no more. */
  const strays = <R>(collection: string, byOrder: object[]) =>
    ordersDb
      .collection(collection)
      .aggregate(
        [
          ...byOrder,
          {
            $lookup: {
              ...{ from: 'orders', localField: '_id', foreignField: '_id', as: 'order' },
              pipeline: [{ $project: { _id: 1 } }],
            },
          },
          { $match: { order: { $size: 0 } } },
          { $unset: 'order' },
        ],
        { session, allowDiskUse: true },
      )
      .toArray() as unknown as Promise<R[]>;

  return {
    async *orders() {
      const projection = { log: 0, history: 0, user: 0, address: 0 };
      const cursor = ordersDb
        .collection('orders')
        .find({}, { projection, session, batchSize: ordersAtOnce })
        .sort({ _id: 1 });
      let some: AuditedOrder[] = [];
      const withRows = async () => {
        const ofThem = { $in: some.map((order) => order._id) };
        const rows = await all<AuditedRow>(ordersDb, 'order_items', { search: 0 }, { order_id: ofThem });
        const texts = await all<AuditedText>(ordersDb, 'order_texts', { text: 1 }, { _id: ofThem });
        return { orders: some, rows, texts };
      };
      for await (const order of cursor) {
        some.push(order as unknown as AuditedOrder);
        if (some.length < ordersAtOnce) continue;
        yield await withRows();
        some = [];
      }
      if (some.length > 0) yield await withRows();
    },
    strayRows: async () => {
      const found = await strays<{ _id: number; item: number }>('order_items', [
        { $group: { _id: '$order_id', item: { $first: '$_id' } } },
      ]);
      return found.map(({ _id, item }) => ({ _id: item, order_id: _id }));
    },
    strayTexts: () => strays('order_texts', [{ $match: { text: { $ne: '' } } }, { $project: { _id: 1 } }]),
    orderCounts: async () => {
      const counts = new Map<string, number>();
      for (const counted of await all<OrderCount>(ordersDb, 'counters', {}, isCount)) {
        const kind = countedKind(counted);
        counts.set(kind, (counts.get(kind) ?? 0) + counted.count);
      }
      return counts;
    },
    inventory: () => all<Inventory>(ordersDb, 'inventory', { log: 0 }),
    cartVersions: async () => {
      const carts = await all<{ _id: number; version: number }>(ordersDb, 'carts', { version: 1 });
      return new Map(carts.map((cart) => [cart._id, cart.version]));
    },
    counters: async (service) => {
      const counters = await all<{ _id: string; version: number }>(
        databases[service],
        'counters',
        {},
        isSequence,
      );
      return new Map(counters.map((counter) => [counter._id, counter.version]));
    },
    largestIds: async () => ({
      orders: await largest(ordersDb, ['users', 'addresses', 'orders', 'order_items']),
      catalog: await largest(catalogDb, ['products', 'subscriptions']),
    }),
    outbox: async (service) => {
      const entries = await all<{ at: string }>(databases[service], 'outbox', { at: 1 });
      const oldest = entries.map((entry) => entry.at).sort()[0];
      return { oldest: oldest ?? null, waiting: entries.length };
    },
    madeOrders: async () => {
      const filter = { type: { $in: ['orders.checkout', 'orders.create'] }, 'outcome.status': 201 };
      const projection = { 'outcome.location': 1 };
      const records = await all<{ _id: string; outcome: { location: string | null } }>(
        ordersDb,
        'inbox',
        projection,
        filter,
      );
      return records.flatMap(({ _id: commandId, outcome }) => {
        const orderId = orderOfLocation(outcome.location);
        return orderId === null ? [] : [{ commandId, orderId }];
      });
    },
    deletions: async () => {
      const filter = { type: { $in: ['orders.delete', 'orders.bulk-delete'] } };
      const records = await all<Pick<InboxRecord, 'type' | 'outcome'>>(
        ordersDb,
        'inbox',
        { type: 1, 'outcome.status': 1 },
        filter,
      );
      if (records.some((record) => record.type === 'orders.bulk-delete')) return null;
      return records.filter(({ outcome }) => 'status' in outcome && outcome.status === 204).length;
    },
    products: () => all<AuditedProduct>(catalogDb, 'products', { search: 0, log: 0 }),
    copies: () => all<ProductCopy>(ordersDb, 'products'),
  };
}
