import { randomInt } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import {
  createMadeBefore,
  madeBy,
  makerField,
  type MadeBefore,
} from '#shared/engine/commands/made-before.ts';
import { bulkState, wantedBulk } from '#shared/engine/commands/load-bulk.ts';
import { createBatchStore } from '#shared/engine/commands/batch-store.ts';
import type { BatchModels } from '#shared/engine/commands/batch-models.ts';
import { fromInboxDocuments, type InboxDocument } from '#shared/engine/commands/inbox.ts';
import type { SelectRecords } from '#shared/engine/commands/select-records.ts';
import type { BatchStore, Loaded } from '#shared/engine/commands/run-batch.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { Deletion } from '#shared/engine/decide/deletion.ts';
import type { Counter } from '#shared/engine/decide/decide-batch.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import {
  byId,
  ids,
  loadRecords,
  namedIn,
  wanted,
  type Reading,
  type Wanted,
} from '#shared/platform/mongo/load-records.ts';
import { readableState } from '../records/damaged-records.ts';
import { numberKey, numbersAlike } from '../records/order-number.ts';
import type {
  Address,
  Cart,
  Erasure,
  Inventory,
  Order,
  OrdersNeeds,
  OrdersTables,
  SavedViews,
  ShopSettings,
  User,
} from '../records/tables.ts';
import type { FetchProducts } from '../stock/storage/catalog-client.ts';
import { countingWriters } from '../records/storage/counts.ts';
import { ordersLayout } from './layout.ts';
import { fetchUnknown } from '../stock/storage/load-products.ts';
import type { ItemRow, OrdersModels } from '../records/storage/orders-models.ts';
import { openOrdersOf, ordersOfItems } from '../orders/storage/load-orders.ts';

interface Stores {
  madeBefore: MadeBefore;
  database: Database;
  models: OrdersModels;
  batch: BatchModels;
  fetchProducts: FetchProducts;
  /** Selects the records of bulk work. Only workers pass this option. */
  select?: SelectRecords;
}

export function createOrdersStore({
  source,
  ...stores
}: Omit<Stores, 'madeBefore'> & { source: string }): BatchStore<OrdersTables, OrdersNeeds> {
  const { database, models, batch } = stores;
  const madeBefore = createMadeBefore();
  const layout = ordersLayout(models, randomInt(countingWriters));
  const load = (needs: OrdersNeeds[], commandIds: string[], reading: Reading) =>
    loadState({ ...stores, madeBefore }, { needs, commandIds, reading });
  const store = createBatchStore({ database, batch, layout, source, load, hasSharedRecords: true });
  return { ...store, inTransaction: (run) => madeBefore.watch(() => store.inTransaction(run)) };
}

/** One statement loads most of the records that a batch needs. Items, open orders and all saved views need further statements. */
async function loadState(
  { database, models, batch, fetchProducts, madeBefore, select }: Stores,
  { needs, commandIds, reading }: { needs: OrdersNeeds[]; commandIds: string[]; reading: Reading },
): Promise<Loaded<OrdersTables>> {
  const makers = madeBefore.among(needs);
  const all = { ...wantedBy(needs, commandIds, models, batch), ...wantedByMaker(makers, models) };
  const { madeUsers, madeAddresses, madeOrders, madeItems, deletions, ...loaded } = await loadRecords(
    database,
    all,
    reading,
  );
  const {
    sameEmail,
    sameNumber,
    sameNumberKey,
    sameNumberAsDeleted,
    productsInCarts,
    stockOfCarts,
    stockOfLines,
    stockOfDeleted,
    erasedKeys,
    erasedOfDeleted,
    addressesOf,
    ...others
  } = loaded;
  const { bulk, bulkChunks, ledgerRows, kept, ...byIds } = others;
  const {
    external,
    externalWithCarts,
    externalCarts,
    productsInExternalCarts,
    stockOfExternalCarts,
    ...known
  } = byIds;
  const asked = { ...known, carts: new Map([...known.carts, ...externalCarts]) };
  const made = [...madeUsers.values(), ...madeAddresses.values(), ...madeOrders.values()];
  const added = await ordersOfItems(models, [...madeItems.keys()], reading.session);
  const holders = await ordersOfItems(models, ids(needs, 'ordersOfItems'), reading.session);
  const open = await openOrdersOf(models, ids(needs, 'openOrdersOf'), reading.session);
  const ofStaff = ids(needs, 'viewsOfStaff').length > 0 ? await everySavedView(models, reading.session) : [];
  const onLines = productsIn(holders.values());
  const stockOfHolders = await byId<Inventory>(models.inventory, onLines, reading.session);
  const products = new Map([...asked.products, ...productsInCarts, ...productsInExternalCarts]);
  const named = [...new Set([...ids(needs, 'products'), ...productsIn(asked.carts.values())])];
  const state = {
    ...asked,
    ...(await bulkState(
      { bulk, bulkChunks, ledgerRows, records: asked },
      needs,
      { ...models, ...batch, select },
      reading.session,
    )),
    users: new Map([...asked.users, ...sameEmail, ...external, ...externalWithCarts]),
    orders: new Map([
      ...sameNumber,
      ...sameNumberKey,
      ...sameNumberAsDeleted,
      ...open,
      ...asked.orders,
      ...holders,
    ]),
    products,
    savedViews: new Map([...ofStaff, ...asked.savedViews]),
    newProducts: await fetchUnknown(fetchProducts, named, products),
    inventory: new Map([
      ...asked.inventory,
      ...stockOfCarts,
      ...stockOfExternalCarts,
      ...stockOfLines,
      ...stockOfDeleted,
      ...stockOfHolders,
    ]),
    erasures: new Map([...asked.erasures, ...erasedKeys, ...erasedOfDeleted]),
    addresses: new Map([...asked.addresses, ...addressesOf]),
    deletions,
    made: madeBy([...made, ...itemsIn(madeItems.values(), added)], deletions.values()),
  };
  return { state: readableState(state), kept: fromInboxDocuments(kept) };
}

async function everySavedView(
  { savedViews }: Pick<OrdersModels, 'savedViews'>,
  session: ClientSession | null,
): Promise<[string, SavedViews][]> {
  const all = await savedViews.find({}, null, { session }).lean<SavedViews[]>();
  return all.map((own) => [own._id, own]);
}

function wantedBy(needs: OrdersNeeds[], commandIds: string[], models: OrdersModels, batch: BatchModels) {
  const named = ids(needs, 'products');
  const copies = [...new Set([...named, ...ids(needs, 'productCopies')])];
  const numbers = ids(needs, 'orderNumbers');
  return {
    users: wanted<User>(models.users, ids(needs, 'users')),
    sameEmail: wanted<User>(models.users, ids(needs, 'emails'), 'email_key'),
    external: wanted<User>(models.users, ids(needs, 'externalIds'), 'external_id'),
    externalWithCarts: wanted<User>(models.users, ids(needs, 'externalCarts'), 'external_id'),
    externalCarts: namedIn<Cart>(models.carts, 'externalWithCarts._id'),
    productsInExternalCarts: namedIn<ProductCopy>(models.products, 'externalCarts.items.product_id'),
    stockOfExternalCarts: namedIn<Inventory>(models.inventory, 'externalCarts.items.product_id'),
    addresses: wanted<Address>(models.addresses, ids(needs, 'addresses')),
    orders: wanted<Order>(models.orders, ids(needs, 'orders')),
    sameNumber: wanted<Order>(models.orders, numbers.flatMap(numbersAlike), 'order_number'),
    sameNumberKey: wanted<Order>(models.orders, numbers.map(numberKey), 'number_key'),
    carts: wanted<Cart>(models.carts, ids(needs, 'carts')),
    products: wanted<ProductCopy>(models.products, copies),
    productsInCarts: namedIn<ProductCopy>(models.products, 'carts.items.product_id'),
    inventory: wanted<Inventory>(models.inventory, named),
    stockOfCarts: namedIn<Inventory>(models.inventory, 'carts.items.product_id'),
    stockOfLines: namedIn<Inventory>(models.inventory, 'orders.items.product_id'),
    addressesOf: wanted<Address>(models.addresses, ids(needs, 'addressesOf'), 'user_id'),
    erasures: wanted<Erasure>(models.erasures, ids(needs, 'erasures')),
    erasedKeys: wanted<Erasure>(models.erasures, ids(needs, 'erasedKeys'), 'external_key'),
    settings: wanted<ShopSettings>(models.settings, ids(needs, 'settings')),
    savedViews: wanted<SavedViews>(models.savedViews, ids(needs, 'savedViews')),
    counters: wanted<Counter>(models.counters, ids(needs, 'sequences')),
    ...wantedBulk(needs, models, batch),
    ...deletedOrders(models),
    kept: wanted<InboxDocument>(batch.inbox, commandIds),
  };
}

/** Records that a restore of orders needs: their stock, orders that have the same numbers by now, and the erasures of their customers. */
function deletedOrders(models: OrdersModels) {
  const sameNumber = { named: 'ledgerRows.last.order_number' };
  return {
    sameNumberAsDeleted: { model: models.orders, field: 'order_number', values: sameNumber } as Wanted<Order>,
    stockOfDeleted: namedIn<Inventory>(models.inventory, 'ledgerRows.last.items.product_id'),
    erasedOfDeleted: namedIn<Erasure>(models.erasures, 'ledgerRows.last.user_id'),
  };
}

/** Records that are looked up by the command that created them. */
function wantedByMaker(makers: string[], models: OrdersModels) {
  return {
    madeUsers: wanted<User>(models.users, makers, makerField),
    madeAddresses: wanted<Address>(models.addresses, makers, makerField),
    madeOrders: wanted<Order>(models.orders, makers, makerField),
    madeItems: wanted<ItemRow>(models.items, makers, makerField),
    deletions: wanted<Deletion>(models.deletions, makers, makerField),
  };
}

/** For each command that added a line: the order that has the line now. */
function itemsIn(rows: Iterable<ItemRow>, orders: ReadonlyMap<number, Order>) {
  return [...rows].flatMap(({ order_id: orderId, created_by_command, created_at }) => {
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
