import { setTimeout as sleep } from 'node:timers/promises';

import type { Entry } from './ledger.ts';
import type { LedgerClient } from './ledger-client.ts';
import type { Random } from '#tests/support/seeded-random.ts';
import type { Shop, Shopper } from './shop.ts';

export interface Pace {
  /** Whether the clients write without pauses, because a fault is in progress. */
  isFast: boolean;
  /** Whether the clients start no new work. The store can then be checked while it is idle. */
  isHeld: boolean;
  isOver: boolean;
}

export interface Actor {
  client: LedgerClient;
  random: Random;
  shop: Shop;
  pace: Pace;
}

/** Fills a cart, checks out and sometimes cancels the order, until the run ends. */
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

export async function rest({ pace, random }: Pick<Actor, 'pace' | 'random'>): Promise<void> {
  if (!pace.isFast) await sleep(random.between(50, 250));
  while (pace.isHeld && !pace.isOver) await sleep(50);
}

/** A unique text for an order's notes. At the end of the run, the text shows how often the write took effect. */
export function noteOf(random: Random): string {
  return `note-${random.below(2 ** 31)}-${random.below(2 ** 31)}`;
}

function bodyOf(entry: Entry): { id: number; items?: { id: number }[] } | null {
  const [answer] = entry.answers;
  if (entry.state !== 'ok' || !answer) return null;
  return (JSON.parse(answer.content) as { data: { id: number; items?: { id: number }[] } }).data;
}

export function madeId(entry: Entry): number | null {
  return bodyOf(entry)?.id ?? null;
}

export function itemIds(entry: Entry): number[] {
  return (bodyOf(entry)?.items ?? []).map((item) => item.id);
}
