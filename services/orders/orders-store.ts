import { randomInt } from 'node:crypto';
import type { BulkChunk, BulkOperation } from '#shared/commands/bulk-operation.ts';
import type { Counter } from '#shared/commands/decide-batch.ts';
import type { State } from '#shared/commands/handler.ts';
import type { BatchStore } from '#shared/commands/run-batch.ts';
import type { ProductCopy } from '#shared/contracts/product-copy.ts';
import { commitBatch } from '#shared/mongo/commit-batch.ts';
import type { BatchModels } from '#shared/mongo/inbox-and-outbox.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { loadInbox, toEvents, toInboxDocument } from '#shared/mongo/inbox-and-outbox.ts';
import { byField, byId, ids } from '#shared/mongo/load-records.ts';
import { countingWriters } from './order-counts.ts';
import { ordersLayout } from './orders-layout.ts';
import type { FetchProducts } from './new-products.ts';
import type { ItemRow, OrdersModels } from './orders-models.ts';
import type { Address, Cart, Inventory, Order, OrdersNeeds, OrdersTables, User } from './records.ts';

/** A product as orders and inventory read it: the copy, or the catalog's word when it is too new for one. */
export async function loadProducts(
  models: Pick<OrdersModels, 'products'>,
  fetchProducts: FetchProducts,
  wanted: readonly number[],
  keptOnly: readonly number[] = [],
): Promise<Pick<State<OrdersTables>, 'products' | 'newProducts'>> {
  const products = await byId<ProductCopy>(models.products, [...new Set([...wanted, ...keptOnly])]);
  const unknown = wanted.filter((id) => !products.has(id));
  const fetched = unknown.length > 0 ? await fetchProducts(unknown) : [];
  return { products, newProducts: new Map(fetched.map((product) => [product._id, product])) };
}

/** The orders that hold these items. */
export async function ordersOfItems(
  models: Pick<OrdersModels, 'items' | 'orders'>,
  items: number[],
): Promise<Map<number, Order>> {
  for (let look = 1; ; look += 1) {
    const rows = await byId<ItemRow>(models.items, items);
    const orders = await byId<Order>(models.orders, [...new Set(rows.values().map((row) => row.order_id))]);
    const holds = (row: ItemRow) => orders.get(row.order_id)?.items.some(({ id }) => id === row._id) === true;
    // An item that moved between the two queries is in neither answer: its row tells its new order at the next look.
    if (look === 3 || rows.values().every(holds)) return orders;
  }
}

export function createOrdersStore(options: {
  database: Database;
  models: OrdersModels;
  batch: BatchModels;
  fetchProducts: FetchProducts;
  source: string;
}): BatchStore<OrdersTables, OrdersNeeds> {
  const { database, models, batch, fetchProducts } = options;
  const layout = ordersLayout(models, randomInt(countingWriters));

  const load = async (needs: OrdersNeeds[]): Promise<State<OrdersTables>> => {
    const [users, sameEmail, addresses, orders, sameNumber, holders, carts, counters, bulk, bulkChunks] =
      await Promise.all([
        byId<User>(models.users, ids(needs, 'users')),
        byField<User>(models.users, 'email_key', ids(needs, 'emails')),
        byId<Address>(models.addresses, ids(needs, 'addresses')),
        byId<Order>(models.orders, ids(needs, 'orders')),
        byField<Order>(models.orders, 'order_number', ids(needs, 'orderNumbers')),
        ordersOfItems(models, ids(needs, 'ordersOfItems')),
        byId<Cart>(models.carts, ids(needs, 'carts')),
        byId<Counter>(models.counters, ids(needs, 'sequences')),
        byId<BulkOperation>(models.bulk, ids(needs, 'bulk')),
        byId<BulkChunk>(models.bulkChunks, ids(needs, 'bulkChunks')),
      ]);
    for (const [id, user] of sameEmail) users.set(id, user);
    for (const [id, order] of [...sameNumber, ...holders]) orders.set(id, order);
    const inCarts = [...carts.values()].flatMap((cart) => cart.items.map((item) => item.product_id));
    const onLines = [...orders.values()].flatMap((order) => order.items.map((item) => item.product_id));
    const products = [...new Set([...ids(needs, 'products'), ...inCarts])];
    const [known, inventory] = await Promise.all([
      loadProducts(models, fetchProducts, products, ids(needs, 'productCopies')),
      byId<Inventory>(models.inventory, [...new Set([...products, ...onLines])]),
    ]);
    return { users, addresses, orders, carts, counters, bulk, bulkChunks, inventory, ...known };
  };

  return {
    loadInbox: (commandIds) => loadInbox(batch, commandIds),
    load,
    commit: (work, now) =>
      commitBatch(database, batch, layout, {
        writes: work.writes,
        unparked: work.unparked,
        inbox: work.inbox.map(toInboxDocument),
        events: toEvents(work.events, options.source, now),
        at: now,
      }),
  };
}
