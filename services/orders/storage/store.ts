import { randomInt } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import type { BulkChunk, BulkOperation } from '#shared/decide/bulk-operation.ts';
import type { Counter, InboxRecord } from '#shared/decide/decide-batch.ts';
import type { State } from '#shared/decide/handler.ts';
import type { BatchStore, Loaded } from '#shared/commands/run-batch.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { createBatchStore } from '#shared/commands/batch-store.ts';
import type { BatchModels } from '#shared/commands/inbox-and-outbox.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { byId, ids, loadRecords, namedIn, wanted } from '#shared/mongo/load-records.ts';
import type { Reading } from '#shared/mongo/load-records.ts';
import { countingWriters } from './counts.ts';
import { ordersLayout } from './layout.ts';
import type { FetchProducts } from './catalog-client.ts';
import type { ItemRow, OrdersModels } from './orders-models.ts';
import type { Address, Cart, Inventory, Order, OrdersNeeds, OrdersTables, User } from '../rules/tables.ts';

/** A product as orders and inventory read it: the copy, or the catalog's word when it is too new for one. */
export async function loadProducts(
  models: Pick<OrdersModels, 'products'>,
  fetchProducts: FetchProducts,
  asked: readonly number[],
): Promise<Pick<State<OrdersTables>, 'products' | 'newProducts'>> {
  const products = await byId<ProductCopy>(models.products, asked);
  return { products, newProducts: await fetchUnknown(fetchProducts, asked, products) };
}

async function fetchUnknown(
  fetchProducts: FetchProducts,
  asked: readonly number[],
  known: ReadonlyMap<number, ProductCopy>,
): Promise<Map<number, ProductCopy>> {
  const unknown = asked.filter((id) => !known.has(id));
  const fetched = unknown.length > 0 ? await fetchProducts(unknown) : [];
  return new Map(fetched.map((product) => [product._id, product]));
}

/** The orders that hold these items. */
export async function ordersOfItems(
  models: Pick<OrdersModels, 'items' | 'orders'>,
  items: number[],
  session: ClientSession | null = null,
): Promise<Map<number, Order>> {
  for (let look = 1; ; look += 1) {
    const rows = await byId<ItemRow>(models.items, items, session);
    const named = [...new Set(rows.values().map((row) => row.order_id))];
    const orders = await byId<Order>(models.orders, named, session);
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

  const load = async (
    needs: OrdersNeeds[],
    commandIds: string[],
    reading: Reading,
  ): Promise<Loaded<OrdersTables>> => {
    const { session } = reading;
    const named = ids(needs, 'products');
    const all = {
      users: wanted<User>(models.users, ids(needs, 'users')),
      sameEmail: wanted<User>(models.users, ids(needs, 'emails'), 'email_key'),
      addresses: wanted<Address>(models.addresses, ids(needs, 'addresses')),
      orders: wanted<Order>(models.orders, ids(needs, 'orders')),
      sameNumber: wanted<Order>(models.orders, ids(needs, 'orderNumbers'), 'order_number'),
      carts: wanted<Cart>(models.carts, ids(needs, 'carts')),
      products: wanted<ProductCopy>(models.products, [
        ...new Set([...named, ...ids(needs, 'productCopies')]),
      ]),
      productsInCarts: namedIn<ProductCopy>(models.products, 'carts.items.product_id'),
      inventory: wanted<Inventory>(models.inventory, named),
      stockOfCarts: namedIn<Inventory>(models.inventory, 'carts.items.product_id'),
      stockOfLines: namedIn<Inventory>(models.inventory, 'orders.items.product_id'),
      counters: wanted<Counter>(models.counters, ids(needs, 'sequences')),
      bulk: wanted<BulkOperation>(models.bulk, ids(needs, 'bulk')),
      bulkChunks: wanted<BulkChunk>(models.bulkChunks, ids(needs, 'bulkChunks')),
      kept: wanted<InboxRecord>(batch.inbox, commandIds),
    };
    const { sameEmail, sameNumber, productsInCarts, stockOfCarts, stockOfLines, kept, ...asked } =
      await loadRecords(database, all, reading);
    const holders = await ordersOfItems(models, ids(needs, 'ordersOfItems'), session);
    const onLines = [...holders.values()].flatMap((order) => order.items.map((item) => item.product_id));
    const state = {
      ...asked,
      users: new Map([...asked.users, ...sameEmail]),
      orders: new Map([...sameNumber, ...asked.orders, ...holders]),
      products: new Map([...asked.products, ...productsInCarts]),
      inventory: new Map([
        ...asked.inventory,
        ...stockOfCarts,
        ...stockOfLines,
        ...(await byId<Inventory>(models.inventory, [...new Set(onLines)], session)),
      ]),
    };
    const inCarts = [...asked.carts.values()].flatMap((cart) => cart.items.map((item) => item.product_id));
    const products = [...new Set([...named, ...inCarts])];
    const newProducts = await fetchUnknown(fetchProducts, products, state.products);
    return { state: { ...state, newProducts }, kept };
  };

  return createBatchStore({ database, batch, layout, source: options.source, load });
}
