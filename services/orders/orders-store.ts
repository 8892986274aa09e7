import type { BulkChunk, BulkOperation } from '#shared/commands/bulk-operation.ts';
import type { Counter } from '#shared/commands/decide-batch.ts';
import type { State } from '#shared/commands/handler.ts';
import type { BatchStore } from '#shared/commands/run-batch.ts';
import type { ProductCopy } from '#shared/contracts/product-copy.ts';
import { bulkExpiry } from '#shared/mongo/bulk-models.ts';
import { commitBatch } from '#shared/mongo/commit-batch.ts';
import type { Layout } from '#shared/mongo/commit-batch.ts';
import type { BatchModels } from '#shared/mongo/inbox-and-outbox.ts';
import type { Database } from '#shared/mongo/connect.ts';
import { loadInbox, toEvents, toInboxDocument } from '#shared/mongo/inbox-and-outbox.ts';
import { searchText } from '#shared/mongo/list-filters.ts';
import { byField, byId, ids } from '#shared/mongo/load-records.ts';
import type { FetchProducts } from './new-products.ts';
import type { ItemRow, OrdersModels } from './orders-models.ts';
import type {
  Address,
  Cart,
  Inventory,
  Order,
  OrderItem,
  OrdersNeeds,
  OrdersTables,
  User,
} from './records.ts';
import { emailKey } from './user.ts';

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
      commitBatch(database, batch, ordersLayout(models), {
        writes: work.writes,
        unparked: work.unparked,
        inbox: work.inbox.map(toInboxDocument),
        events: toEvents(work.events, options.source, now),
        at: now,
      }),
  };
}

function ordersLayout(models: OrdersModels): Layout<OrdersTables> {
  return {
    model: (table) => models[table as Exclude<keyof OrdersTables, 'newProducts'>] as never,
    toDocument: (table, record) => ({ ...record, ...listFields(table, record) }),
    follow: ({ table, before, after }) => {
      if (table !== 'orders') return null;
      return {
        model: models.items as never,
        operations: itemOperations(before as Order | null, after as Order | null),
      };
    },
  };
}

/** What only the lists and unique indexes need. */
function listFields(
  table: keyof OrdersTables,
  record: OrdersTables[keyof OrdersTables],
): Record<string, unknown> {
  if (table === 'users') {
    const { name, email, phone, created_at } = record as User;
    return { email_key: emailKey(email), search: searchText([name, email, phone, created_at]) };
  }
  if (table === 'addresses') {
    const { user_id, city, country, created_at } = record as Address;
    return { search: searchText([user_id, city, country, created_at]) };
  }
  if (table === 'bulk' || table === 'bulkChunks') return bulkExpiry();
  if (table !== 'orders') return {};
  const order = record as Order;
  return {
    search: searchText([
      order.user_id,
      order.address_id,
      order.order_number,
      order.status,
      order.payment_method,
      order.created_at,
      order.updated_at,
    ]),
  };
}

type Operation = NonNullable<ReturnType<NonNullable<Layout<OrdersTables>['follow']>>>['operations'][number];

/** Rows to write and to remove so that the list of items shows what the order now holds. */
function itemOperations(before: Order | null, after: Order | null): Operation[] {
  const known = new Map((before?.items ?? []).map((item) => [item.id, item]));
  const operations: Operation[] = [];
  for (const item of after?.items ?? []) {
    if (!after || known.get(item.id) === item) continue;
    const row = itemRow(item, after);
    if (!before && item.created_at === after.created_at) {
      // Made with its order: no other order can have had it. (If one had, the key is taken and the batch runs again.)
      operations.push({ insertOne: { document: row } });
    } else if (!known.has(item.id)) {
      // An item that moved here from another order has its row already.
      operations.push({ replaceOne: { filter: { _id: item.id }, replacement: row, upsert: true } });
    } else {
      operations.push({ replaceOne: { filter: { _id: item.id }, replacement: row } });
    }
  }
  const left = new Set((after?.items ?? []).map((item) => item.id));
  for (const id of known.keys()) {
    // Only while it is still this order's: it may have moved to another one in the same batch.
    if (!left.has(id)) operations.push({ deleteOne: { filter: { _id: id, order_id: before?._id } } });
  }
  return operations;
}

/** An item's row in the list of items. */
export function itemRow({ id, held: _held, ...item }: OrderItem, order: Order): ItemRow & { search: string } {
  const { product } = item;
  const search = searchText([id, order._id, item.product_id, product.en.name, product.ar.name]);
  return { _id: id, version: order.version, order_id: order._id, ...item, search };
}
