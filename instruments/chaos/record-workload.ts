import type { Entry } from './ledger.ts';
import { itemIds, madeId, noteOf, rest, type Actor } from './workload.ts';

type Kind = 'users' | 'addresses' | 'products' | 'subscriptions';

/** An order that this client created, with the ids of its lines. */
interface OwnOrder {
  id: number;
  items: number[];
}

interface Clerk extends Actor {
  own: Record<Kind, number[]>;
  orders: OwnOrder[];
  write: (type: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => Promise<Entry>;
}

const kinds: readonly Kind[] = ['users', 'addresses', 'products', 'subscriptions'];
/** The weights of the actions: an action that is listed twice is picked twice as often. */
const mix = [
  'make',
  'make',
  'change',
  'change',
  'change',
  'remove',
  'count',
  'order',
  'line',
  'bulk',
] as const;
const actions = {
  make,
  change,
  remove,
  count: countStock,
  order: makeOrder,
  line: changeLine,
  bulk: moveOrders,
};

/** Creates, changes and deletes records of every kind. No other client changes these records. */
export async function runClerk(actor: Actor): Promise<void> {
  const write: Clerk['write'] = (type, method, path, body) => {
    const service = /^(products|subscriptions)/.test(type) ? 'catalog' : 'orders';
    return actor.client.write({ type, service, method, path, body, userId: null });
  };
  const own: Clerk['own'] = { users: [], addresses: [], products: [], subscriptions: [] };
  const clerk: Clerk = { ...actor, own, orders: [], write };
  while (!actor.pace.isOver) {
    await actions[actor.random.pick(mix)](clerk);
    await rest(actor);
  }
}

async function make({ random, own, shop, write }: Clerk): Promise<void> {
  const kind = random.pick(kinds);
  const mark = noteOf(random);
  const text = { name: mark, description: `The record ${mark}` };
  const bodies: Record<Kind, object> = {
    users: { name: mark, email: `${mark}@example.com` },
    addresses: { user_id: random.pick(shop.shoppers).userId, line1: mark, city: 'Cairo', country: 'EG' },
    products: { price: 10, manufacturing_price: 5, is_active: 1, en: text, ar: text },
    subscriptions: { price: 5, is_active: 1, en: text, ar: text },
  };
  const id = madeId(await write(`${kind}.create`, 'POST', `/api/admin/${kind}`, bodies[kind]));
  if (id !== null) own[kind].push(id);
}

async function change({ random, own, write }: Clerk): Promise<void> {
  const kind = random.pick(kinds);
  if (own[kind].length === 0) return;
  const id = random.pick(own[kind]);
  const mark = noteOf(random);
  const bodies: Record<Kind, object> = {
    users: { name: mark },
    addresses: { line1: mark },
    products: { price: random.between(100, 9999) / 100 },
    subscriptions: { en: { name: mark } },
  };
  await write(`${kind}.update`, 'PUT', `/api/admin/${kind}/${id}`, bodies[kind]);
}

async function remove({ random, own, write }: Clerk): Promise<void> {
  const kind = random.pick(kinds);
  if (own[kind].length < 3) return;
  const [id] = own[kind].splice(random.below(own[kind].length), 1);
  await write(`${kind}.delete`, 'DELETE', `/api/admin/${kind}/${id ?? 0}`);
}

async function countStock({ random, own, write }: Clerk): Promise<void> {
  if (own.products.length === 0) return;
  const stock = random.chance(0.2) ? null : random.between(0, 1000);
  await write('inventory.set', 'PUT', `/api/admin/inventory/${random.pick(own.products)}`, { stock });
}

async function makeOrder({ random, shop, orders, write }: Clerk): Promise<void> {
  const { userId, addressId } = random.pick(shop.shoppers);
  const items = [1, 2, 3].map((amount) => ({ product_id: random.pick(shop.products).id, amount }));
  const entry = await write('orders.create', 'POST', '/api/admin/orders', {
    user_id: userId,
    address_id: addressId,
    payment_method: 2,
    total: 5,
    status: 'pending',
    notes: noteOf(random),
    items,
  });
  const id = madeId(entry);
  if (id !== null) orders.push({ id, items: itemIds(entry) });
}

/** Moves a line to another order or deletes it. */
async function changeLine({ random, orders, write }: Clerk): Promise<void> {
  const [order] = random.shuffled(orders.filter(({ items }) => items.length > 1));
  const item = order?.items.pop();
  if (!order || item === undefined) return;
  const path = `/api/admin/profile/order-items/${item}`;
  if (random.chance(0.5)) await write('order-items.delete', 'DELETE', path);
  else await write('order-items.update', 'PUT', path, { order_id: random.pick(orders).id });
}

async function moveOrders({ random, orders, write }: Clerk): Promise<void> {
  if (orders.length === 0) return;
  const ids = random
    .shuffled(orders)
    .slice(0, 5)
    .map(({ id }) => id);
  const status = random.pick(['confirmed', 'preparing', 'cancelled'] as const);
  await write('orders.bulk-update', 'PUT', '/api/admin/orders/bulk-update', { ids, status });
}
