import { firstVersion } from '#shared/engine/decide/versioned-record.ts';
import type { BatchStore } from '#shared/engine/commands/run-batch.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { OrdersModels } from '#services/orders/records/storage/orders-models.ts';
import type { Address, OrdersNeeds, OrdersTables, User } from '#services/orders/records/tables.ts';
import { writeRecords } from './write-records.ts';

export type OrdersStore = BatchStore<OrdersTables, OrdersNeeds>;

export interface Shop {
  users: User[];
  /** Ids of the addresses, one per user; both lists have the same sequence. */
  addresses: Address[];
  products: ProductCopy[];
}

const plenty = 1_000_000_000;
const linesOfCart = 3;

/** Users with one address each, and a hundred products. */
export function madeShop(size: number, now: string): Shop {
  const users = Array.from({ length: size }, (_, index): User => {
    const id = index + 1;
    return {
      _id: id,
      ...firstVersion({}, now),
      name: `Shopper ${id}`,
      email: `shopper-${id}@example.com`,
      phone: null,
    };
  });
  const addresses = users.map((user): Address => ({
    _id: user._id,
    ...firstVersion({}, now),
    user_id: user._id,
    label: null,
    line1: `${user._id} Long Street`,
    line2: null,
    city: 'Cairo',
    country: 'EG',
    phone: null,
  }));
  const products = Array.from({ length: 100 }, (_, index): ProductCopy => {
    const name = `Product ${index + 1}`;
    return {
      _id: index + 1,
      version: 1,
      price: 1250 + index,
      manufacturing_price: 800,
      is_active: true,
      is_deleted: false,
      en: { name },
      ar: { name },
    };
  });
  return { users, addresses, products };
}

/** Writes the shop's records with plenty of stock, as the worker would; does nothing if they exist. */
export async function seedShop(store: OrdersStore, models: OrdersModels, size: number): Promise<Shop> {
  const now = new Date().toISOString();
  const shop = madeShop(size, now);
  const { users, addresses, products } = shop;
  if ((await models.users.estimatedDocumentCount()) >= size) return shop;
  const stock = products.map(({ _id }) => ({
    _id,
    version: 1,
    stock: plenty,
    held: 0,
    log: [],
    created_at: now,
    updated_at: now,
  }));
  await writeRecords(store, [
    ...users.map((after) => ({ table: 'users', before: null, after }) as const),
    ...addresses.map((after) => ({ table: 'addresses', before: null, after }) as const),
    ...products.map((after) => ({ table: 'products', before: null, after }) as const),
    ...stock.map((after) => ({ table: 'inventory', before: null, after }) as const),
  ]);
  return shop;
}

/** Writes three lines into each user's cart directly in the database, so that a load run measures only checkouts. */
export async function fillCarts(models: OrdersModels, users: readonly User[]): Promise<void> {
  const updated = new Date().toISOString();
  const operations = users.map(({ _id: id }) => {
    const items = Array.from({ length: linesOfCart }, (_, line) => ({
      product_id: ((id + line * 33) % 100) + 1,
      amount: line + 1,
    }));
    const update = { $set: { items, updated_at: updated }, $inc: { version: 1 } };
    return { updateOne: { filter: { _id: id }, update, upsert: true } };
  });
  await models.carts.collection.bulkWrite(operations as never, { ordered: false });
}
