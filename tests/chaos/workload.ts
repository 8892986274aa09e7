import { setTimeout as sleep } from 'node:timers/promises';

import type { Entry } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Random } from './seeded-random.ts';
import type { Shop, Shopper } from './shop.ts';

export interface Pace {
  /** Without pauses: around the moments when something is broken. */
  isFast: boolean;
  isOver: boolean;
}

interface Actor {
  client: LedgerClient;
  random: Random;
  shop: Shop;
  pace: Pace;
}

/** Fills a cart, checks out, sometimes cancels; one thing after the other, until it is over. */
export async function runShopper(actor: Actor, shopper: Shopper): Promise<void> {
  const { client, random, shop, pace } = actor;
  const { userId, addressId } = shopper;
  const placed: number[] = [];
  while (!pace.isOver) {
    const items = random.between(1, 3);
    for (let added = 0; added < items; added += 1) {
      const body = { product_id: random.pick(shop.products).id, amount: random.between(1, 3) };
      await client.write({
        type: 'cart.add',
        service: 'orders',
        method: 'POST',
        path: '/api/client/cart/items',
        body,
        userId,
      });
      await rest(actor);
    }
    const body = { payment_method: random.between(1, 4), address_id: addressId, notes: noteOf(random) };
    const path = '/api/client/orders/checkout';
    const checkout = await client.write({
      type: 'orders.checkout',
      service: 'orders',
      method: 'POST',
      path,
      body,
      userId,
    });
    if (checkout.answers[0]?.code === 'out_of_stock') {
      await client.write({
        type: 'cart.clear',
        service: 'orders',
        method: 'DELETE',
        path: '/api/client/cart',
        userId,
      });
    }
    const id = madeId(checkout);
    if (id !== null) placed.push(id);
    await rest(actor);
    if (placed.length > 0 && random.chance(0.3)) {
      const order = placed.splice(random.below(placed.length), 1)[0] ?? 0;
      const cancel = `/api/client/orders/${order}/cancel`;
      await client.write({
        type: 'orders.cancel',
        service: 'orders',
        method: 'POST',
        path: cancel,
        body: {},
        userId,
      });
    }
  }
}

/** Makes orders of its own, changes their items and states, moves stock, changes products. */
export async function runAdmin(actor: Actor): Promise<void> {
  const { client, random, shop, pace } = actor;
  const orders: { id: number; items: number[]; isFresh: boolean }[] = [];
  const write = (type: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body: unknown) =>
    client.write({
      type,
      service: /^(products|subscriptions)/.test(type) ? 'catalog' : 'orders',
      method,
      path,
      body,
      userId: null,
    });
  const deeds = {
    create: async () => {
      const { userId, addressId } = random.pick(shop.shoppers);
      const status = random.pick(['pending', 'confirmed', 'delivered'] as const);
      const items = [{ product_id: random.pick(shop.products).id, amount: random.between(1, 3) }];
      const entry = await write('orders.create', 'POST', '/api/admin/orders', {
        ...{
          user_id: userId,
          address_id: addressId,
          payment_method: 1,
          total: 10,
          notes: noteOf(random),
          items,
        },
        status,
      });
      const id = madeId(entry);
      if (id !== null) orders.push({ id, items: itemIds(entry), isFresh: status === 'pending' });
    },
    addItem: async () => {
      const order = random.pick(orders);
      const entry = await write('order-items.create', 'POST', '/api/admin/profile/order-items', {
        ...{ order_id: order.id, product_id: random.pick(shop.products).id, amount: random.between(1, 3) },
        // Its mark: no two lines cost the same.
        main_price: markOf(random),
      });
      const id = madeId(entry);
      if (id !== null) order.items.push(id);
    },
    changeItem: async () => {
      const item = random.pick(orders).items.at(-1);
      if (item === undefined) return;
      const path = `/api/admin/profile/order-items/${item}`;
      await write('order-items.update', 'PUT', path, { amount: random.between(1, 6) });
    },
    move: async () => {
      const order = random.pick(orders);
      const status = random.pick([
        'confirmed',
        'preparing',
        'shipped',
        'delivered',
        'cancelled',
        'returned',
      ] as const);
      order.isFresh = false;
      await write('orders.update', 'PUT', `/api/admin/orders/${order.id}`, { status });
    },
    adjust: async () => {
      const product = random.pick(shop.products.filter(({ stock }) => stock !== null));
      const by = random.between(-3, 4);
      await write('inventory.adjust', 'POST', `/api/admin/inventory/${product.id}/adjust`, { by });
    },
    change: async () => {
      const { id } = random.pick(shop.products);
      await write('products.update', 'PUT', `/api/admin/products/${id}`, {
        price: random.between(100, 9999) / 100,
      });
    },
    bulk: async () => {
      const [first, second] = [
        random.below(shop.subscriptions.length),
        random.below(shop.subscriptions.length),
      ];
      const ids = shop.subscriptions.slice(Math.min(first, second), Math.max(first, second) + 1);
      const body = { ids, status: random.chance(0.5) };
      await write('subscriptions.bulk-update', 'PUT', '/api/admin/subscriptions/bulk-update', body);
    },
    remove: async () => {
      // What was delivered takes its units along when its record goes: the balance could not be drawn any more.
      const order = orders.find(({ isFresh }) => isFresh);
      if (!order) return;
      orders.splice(orders.indexOf(order), 1);
      await write('orders.delete', 'DELETE', `/api/admin/orders/${order.id}`, undefined);
    },
  };
  while (!pace.isOver) {
    const deed = random.pick([
      'create',
      'create',
      'addItem',
      'changeItem',
      'move',
      'move',
      'adjust',
      'change',
      'bulk',
      'remove',
    ] as const);
    if (orders.length > 2 || ['create', 'adjust', 'change', 'bulk'].includes(deed)) await deeds[deed]();
    await rest(actor);
  }
}

async function rest({ pace, random }: Actor): Promise<void> {
  if (!pace.isFast) await sleep(random.between(50, 250));
}

/** Marks a write's effect, so that it can be counted. */
function noteOf(random: Random): string {
  return `note-${random.below(2 ** 31)}-${random.below(2 ** 31)}`;
}

function markOf(random: Random): number {
  return (random.below(900_000_000) + 1) / 100;
}

function bodyOf(entry: Entry): { id: number; items?: { id: number }[] } | null {
  const [answer] = entry.answers;
  if (entry.state !== 'ok' || !answer) return null;
  return (JSON.parse(answer.content) as { data: { id: number; items?: { id: number }[] } }).data;
}

function madeId(entry: Entry): number | null {
  return bodyOf(entry)?.id ?? null;
}

function itemIds(entry: Entry): number[] {
  return (bodyOf(entry)?.items ?? []).map((item) => item.id);
}
