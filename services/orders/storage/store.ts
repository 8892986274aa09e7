import { randomInt } from 'node:crypto';
import { createBatchStore } from '#shared/commands/batch-store.ts';
import type { BatchModels } from '#shared/commands/batch-models.ts';
import type { BatchStore, Loaded } from '#shared/commands/run-batch.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { BulkChunk, BulkOperation } from '#shared/decide/bulk-operation.ts';
import type { Counter, InboxRecord } from '#shared/decide/decide-batch.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { byId, ids, loadRecords, namedIn, wanted } from '#shared/mongo/load-records.ts';
import type { Reading } from '#shared/mongo/load-records.ts';
import type { Address, Cart, Inventory, Order, OrdersNeeds, OrdersTables, User } from '../rules/tables.ts';
import type { FetchProducts } from './catalog-client.ts';
import { countingWriters } from './counts.ts';
import { ordersLayout } from './layout.ts';
import { fetchUnknown } from './load-products.ts';
import type { OrdersModels } from './orders-models.ts';
import { ordersOfItems } from './orders-of-items.ts';

interface Stores {
  database: Database;
  models: OrdersModels;
  batch: BatchModels;
  fetchProducts: FetchProducts;
}

export function createOrdersStore({
  source,
  ...stores
}: Stores & { source: string }): BatchStore<OrdersTables, OrdersNeeds> {
  const { database, models, batch } = stores;
  const layout = ordersLayout(models, randomInt(countingWriters));
  const load = (needs: OrdersNeeds[], commandIds: string[], reading: Reading) =>
    loadState(stores, { needs, commandIds, reading });
  return createBatchStore({ database, batch, layout, source, load });
}

/** What the commands of a batch need, and what follows from it: one statement, and one more for what items name. */
async function loadState(
  { database, models, batch, fetchProducts }: Stores,
  { needs, commandIds, reading }: { needs: OrdersNeeds[]; commandIds: string[]; reading: Reading },
): Promise<Loaded<OrdersTables>> {
  const all = wantedBy(needs, commandIds, models, batch);
  const { sameEmail, sameNumber, productsInCarts, stockOfCarts, stockOfLines, kept, ...asked } =
    await loadRecords(database, all, reading);
  const holders = await ordersOfItems(models, ids(needs, 'ordersOfItems'), reading.session);
  const onLines = productsIn(holders.values());
  const stockOfHolders = await byId<Inventory>(models.inventory, onLines, reading.session);
  const products = new Map([...asked.products, ...productsInCarts]);
  const named = [...new Set([...ids(needs, 'products'), ...productsIn(asked.carts.values())])];
  const state = {
    ...asked,
    users: new Map([...asked.users, ...sameEmail]),
    orders: new Map([...sameNumber, ...asked.orders, ...holders]),
    products,
    newProducts: await fetchUnknown(fetchProducts, named, products),
    inventory: new Map([...asked.inventory, ...stockOfCarts, ...stockOfLines, ...stockOfHolders]),
  };
  return { state, kept };
}

function wantedBy(needs: OrdersNeeds[], commandIds: string[], models: OrdersModels, batch: BatchModels) {
  const named = ids(needs, 'products');
  const copies = [...new Set([...named, ...ids(needs, 'productCopies')])];
  return {
    users: wanted<User>(models.users, ids(needs, 'users')),
    sameEmail: wanted<User>(models.users, ids(needs, 'emails'), 'email_key'),
    addresses: wanted<Address>(models.addresses, ids(needs, 'addresses')),
    orders: wanted<Order>(models.orders, ids(needs, 'orders')),
    sameNumber: wanted<Order>(models.orders, ids(needs, 'orderNumbers'), 'order_number'),
    carts: wanted<Cart>(models.carts, ids(needs, 'carts')),
    products: wanted<ProductCopy>(models.products, copies),
    productsInCarts: namedIn<ProductCopy>(models.products, 'carts.items.product_id'),
    inventory: wanted<Inventory>(models.inventory, named),
    stockOfCarts: namedIn<Inventory>(models.inventory, 'carts.items.product_id'),
    stockOfLines: namedIn<Inventory>(models.inventory, 'orders.items.product_id'),
    counters: wanted<Counter>(models.counters, ids(needs, 'sequences')),
    bulk: wanted<BulkOperation>(models.bulk, ids(needs, 'bulk')),
    bulkChunks: wanted<BulkChunk>(models.bulkChunks, ids(needs, 'bulkChunks')),
    kept: wanted<InboxRecord>(batch.inbox, commandIds),
  };
}

/** The products on the lines of these orders or carts, each once. */
function productsIn(records: Iterable<{ items: readonly { product_id: number }[] }>): number[] {
  return [...new Set([...records].flatMap(({ items }) => items.map((item) => item.product_id)))];
}
