import type { ClientSession } from 'mongoose';
import { makerField } from '#shared/engine/commands/engine-models.ts';
import type { StoreDescription } from '#shared/engine/commands/batch-store.ts';
import { byField, byId, ids } from '#shared/platform/mongo/load-records.ts';
import { numberKey, numbersAlike } from '../records/order-number.ts';
import { type FetchProducts, fetchUnknown } from '../stock/storage/catalog-client.ts';
import type {
  Inventory,
  Order,
  OrdersNeeds,
  OrdersRecords,
  OrdersTables,
  OrderReturn,
  SavedViews,
} from '../records/tables.ts';
import type { ItemRow, OrdersModels } from '../records/storage/orders-models.ts';
import { openOrdersOf, ordersOfItems } from '../orders/storage/load-orders.ts';

type OrdersStore = StoreDescription<OrdersRecords, OrdersTables, OrdersNeeds>;

/** One database query loads these records, together with the records that a command needs by id. */
export const ordersLoads: OrdersStore['loads'] = {
  sameEmail: { table: 'users', field: 'email_key', need: 'emails' },
  external: { table: 'users', field: 'external_id', need: 'externalIds' },
  externalWithCarts: { table: 'users', field: 'external_id', need: 'externalCarts' },
  externalCarts: { table: 'carts', named: 'externalWithCarts._id' },
  productsInExternalCarts: { table: 'products', named: 'externalCarts.items.product_id' },
  stockOfExternalCarts: { table: 'inventory', named: 'externalCarts.items.product_id' },
  sameNumber: {
    table: 'orders',
    field: 'order_number',
    need: 'orderNumbers',
    as: (numbers) => numbers.flatMap(numbersAlike),
  },
  sameNumberKey: {
    table: 'orders',
    field: 'number_key',
    need: 'orderNumbers',
    as: (numbers) => numbers.map(numberKey),
  },
  productCopies: { table: 'products', need: 'productCopies' },
  productsInCarts: { table: 'products', named: 'carts.items.product_id' },
  stock: { table: 'inventory', need: 'products' },
  stockOfCarts: { table: 'inventory', named: 'carts.items.product_id' },
  stockOfLines: { table: 'inventory', named: 'orders.items.product_id' },
  paymentsOf: { table: 'payments', field: 'order_id', need: 'paymentsOf' },
  returnsOf: { table: 'returns', field: 'order_id', need: 'returnsOf' },
  // A command that changes a payment or a return also changes its order.
  ordersOfPayments: { table: 'orders', named: 'payments.order_id' },
  ordersOfReturns: { table: 'orders', named: 'returns.order_id' },
  stockOfReturns: { table: 'inventory', named: 'ordersOfReturns.items.product_id' },
  paymentsOfReturns: { table: 'payments', field: 'order_id', named: 'returns.order_id' },
  addressesOf: { table: 'addresses', field: 'user_id', need: 'addressesOf' },
  erasedKeys: { table: 'erasures', field: 'external_key', need: 'erasedKeys' },
  formerErasedKeys: { table: 'erasures', field: 'former_keys.key', need: 'erasedKeys' },
  // The undo of a change set needs the stock of the lines that come back. To restore a deleted order, a command needs the stock
  // of its lines, another order that has the same number by now, and the erasure of its customer.
  sameNumberAsDeleted: { table: 'orders', field: 'order_number', named: 'ledgerRows.last.order_number' },
  stockOfFormerLines: { table: 'inventory', named: 'bulkChunks.former.items.product_id' },
  stockOfDeleted: { table: 'inventory', named: 'ledgerRows.last.items.product_id' },
  erasedOfDeleted: { table: 'erasures', named: 'ledgerRows.last.user_id' },
};

/** Loads what the query for `ordersLoads` cannot load. */
export function createLoadMore(
  models: OrdersModels,
  fetchProducts: FetchProducts,
): NonNullable<OrdersStore['also']> {
  return async ({ needs, makers, found, deleted, reading: { session } }) => {
    const madeItems = [...(await byField<ItemRow>(models.items, makerField, makers, session)).values()];
    const added = await ordersOfItems(
      models,
      madeItems.map(({ _id }) => _id),
      session,
    );
    const holders = await ordersOfItems(models, ids(needs, 'ordersOfItems'), session);
    const open = await openOrdersOf(models, ids(needs, 'openOrdersOf'), session);
    const withReturns = [...holders.values()].filter(({ open_returns: count = 0 }) => count > 0);
    const idsWithReturns = withReturns.map(({ _id }) => _id);
    const numbers = deleted.flatMap((record) => numberKeyOf(record as Partial<Order>));
    const sameNumber = await byField<Order>(models.orders, 'number_key', numbers, session);
    const named = [...new Set([...ids(needs, 'products'), ...productsIn(found.carts.values())])];
    return {
      records: {
        orders: new Map([...open, ...holders, ...sameNumber]),
        inventory: await byId<Inventory>(models.inventory, productsIn(holders.values()), session),
        returns: await byField<OrderReturn>(models.returns, 'order_id', idsWithReturns, session),
        savedViews: ids(needs, 'viewsOfStaff').length > 0 ? await everySavedView(models, session) : new Map(),
        newProducts: await fetchUnknown(fetchProducts, named, found.products),
      },
      made: itemsIn(madeItems, added),
    };
  };
}

/** The key of a deleted order's number. A restore looks for another order that has this number by now. */
function numberKeyOf({ order_number: number }: Partial<Order>): string[] {
  return typeof number === 'string' ? [numberKey(number)] : [];
}

async function everySavedView(
  { savedViews }: Pick<OrdersModels, 'savedViews'>,
  session: ClientSession | null,
): Promise<Map<string, SavedViews>> {
  const all = await savedViews.find({}, null, { session }).lean<SavedViews[]>();
  return new Map(all.map((own) => [own._id, own]));
}

/** For each command that added a line: the order that has the line now. */
function itemsIn(rows: readonly ItemRow[], orders: ReadonlyMap<number, Order>) {
  return rows.flatMap(({ order_id: orderId, created_by_command, created_at }) => {
    const order = orders.get(orderId);
    return order && created_by_command !== undefined ? [{ ...order, created_by_command, created_at }] : [];
  });
}

function productsIn(records: Iterable<{ items: readonly { product_id: number }[] }>): number[] {
  // Stored data may be damaged. A command that needs a damaged record is rejected later.
  const lines = [...records].flatMap(({ items }) => (Array.isArray(items) ? items : []) as unknown[]);
  const named = lines.map((line) => (line as { product_id?: unknown } | null)?.product_id);
  return [...new Set(named)].filter((id): id is number => typeof id === 'number');
}
