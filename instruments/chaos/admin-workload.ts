import { bulkPath, bulkType, followUp } from './bulk-write.ts';
import type { Entry } from './ledger.ts';
import type { Random } from '#tests/support/seeded-random.ts';
import { itemIds, madeId, noteOf, rest, type Actor } from './workload.ts';

interface MadeOrder {
  id: number;
  items: number[];
  isFresh: boolean;
}

interface Admin extends Actor {
  orders: MadeOrder[];
  write: (type: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) => Promise<Entry>;
}

/** The weights of the actions: an action that is listed twice is picked twice as often. */
const mix = [
  ...(['create', 'create', 'addItem', 'changeItem', 'move', 'move'] as const),
  ...(['note', 'adjust', 'change', 'bulk', 'undo', 'remove'] as const),
];
const needsNoOrder: ReadonlySet<string> = new Set(['create', 'adjust', 'change', 'bulk', 'undo']);
const actions = { create, addItem, changeItem, move, note, adjust, change, bulk, undo, remove };

export async function runAdmin(actor: Actor): Promise<void> {
  const { client, random, pace } = actor;
  const orders: MadeOrder[] = [];
  const write: Admin['write'] = (type, method, path, body) => {
    const service = /^(catalog|products|subscriptions)/.test(type) ? 'catalog' : 'orders';
    return client.write({ type, service, method, path, body, userId: null });
  };
  const admin: Admin = { ...actor, orders, write };
  while (!pace.isOver) {
    const action = random.pick(mix);
    if (orders.length > 2 || needsNoOrder.has(action)) await actions[action](admin);
    await rest(actor);
  }
}

async function create({ random, shop, orders, write }: Admin): Promise<void> {
  const { userId, addressId } = random.pick(shop.shoppers);
  const status = random.pick(['pending', 'confirmed', 'delivered'] as const);
  const items = [{ product_id: random.pick(shop.products).id, amount: random.between(1, 3) }];
  const entry = await write('orders.create', 'POST', '/api/admin/orders', {
    user_id: userId,
    address_id: addressId,
    payment_method: 1,
    total: 10,
    notes: noteOf(random),
    items,
    status,
  });
  const id = madeId(entry);
  if (id !== null) orders.push({ id, items: itemIds(entry), isFresh: status === 'pending' });
}

async function addItem({ random, shop, orders, write }: Admin): Promise<void> {
  const order = random.pick(orders);
  const entry = await write('order-items.create', 'POST', '/api/admin/profile/order-items', {
    order_id: order.id,
    product_id: random.pick(shop.products).id,
    amount: random.between(1, 3),
    // The price is unique. The check at the end of the run finds this line by its price.
    main_price: markOf(random),
  });
  const id = madeId(entry);
  if (id !== null) order.items.push(id);
}

async function changeItem({ random, orders, write }: Admin): Promise<void> {
  const item = random.pick(orders).items.at(-1);
  if (item === undefined) return;
  const path = `/api/admin/profile/order-items/${item}`;
  await write('order-items.update', 'PUT', path, { amount: random.between(1, 6) });
}

async function move({ random, orders, write }: Admin): Promise<void> {
  const order = random.pick(orders);
  const states = ['confirmed', 'preparing', 'shipped', 'delivered', 'cancelled', 'returned'] as const;
  const status = random.pick(states);
  order.isFresh = false;
  await write('orders.update', 'PUT', `/api/admin/orders/${order.id}`, { status });
}

async function note({ random, orders, write }: Admin): Promise<void> {
  const path = `/api/admin/orders/${random.pick(orders).id}/notes`;
  await write('order-notes.create', 'POST', path, { text: noteOf(random) });
}

async function adjust({ random, shop, write }: Admin): Promise<void> {
  const product = random.pick(shop.products.filter(({ stock }) => stock !== null));
  // An adjustment by 0 changes nothing and publishes no event.
  const by = random.pick([-3, -2, -1, 1, 2, 3, 4]);
  await write('inventory.adjust', 'POST', `/api/admin/inventory/${product.id}/adjust`, { by });
}

async function change({ random, shop, write }: Admin): Promise<void> {
  const { id } = random.pick(shop.products);
  const price = random.between(100, 9999) / 100;
  await write('products.update', 'PUT', `/api/admin/products/${id}`, { price });
}

async function bulk({ random, shop, write }: Admin): Promise<void> {
  const body = { ids: someOf(shop.subscriptions, random), status: random.chance(0.5) };
  await write(bulkType, 'PUT', bulkPath, body);
}

/** Rehearses a price change, applies it, and undoes it. The undo skips records that another client changed meanwhile. */
async function undo({ random, shop, write }: Admin): Promise<void> {
  const price = { set: random.between(1, 9999) / 100 };
  const body = { ids: someOf(shop.subscriptions, random), price, dry_run: true };
  const rehearsal = await write(bulkType, 'PUT', bulkPath, body);
  const applied = await followUp(write, 'apply', rehearsal);
  if (applied) await followUp(write, 'undo', applied);
}

function someOf(ids: readonly number[], random: Random): number[] {
  const [first, second] = [random.below(ids.length), random.below(ids.length)];
  return ids.slice(Math.min(first, second), Math.max(first, second) + 1);
}

async function remove({ orders, write }: Admin): Promise<void> {
  // Deleting a delivered order would remove its units from the stock balance, which the run checks at its end. So this deletes
  // only orders that were never changed.
  const order = orders.find(({ isFresh }) => isFresh);
  if (!order) return;
  orders.splice(orders.indexOf(order), 1);
  await write('orders.delete', 'DELETE', `/api/admin/orders/${order.id}`, undefined);
}

function markOf(random: Random): number {
  return (random.below(900_000_000) + 1) / 100;
}
