import { firstVersion } from '#shared/engine/decide/versioned-record.ts';
import { detailsOf } from '#shared/contracts/endpoints/order-fields.ts';
import { orderStates, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { sumLines } from '#services/orders/orders/figures.ts';
import { orderNumber } from '#services/orders/records/order-number.ts';
import { addressOnOrder, userOnOrder } from '#services/orders/orders/order.ts';
import type { Order, OrderItem } from '#services/orders/records/tables.ts';
import { seededRandom, type Random } from '../seeded-random.ts';
import type { Shop } from './seed-shop.ts';

const minute = 60_000;
/** The percentage of orders in each state; the remaining orders are delivered. */
const shares: Partial<Record<OrderState, number>> = {
  pending: 6,
  confirmed: 6,
  preparing: 6,
  shipped: 7,
  rejected: 4,
  cancelled: 5,
  returned: 4,
};
const states = orderStates.flatMap((state) => Array<OrderState>(shares[state] ?? 0).fill(state));

/**
 * Orders like imported ones: random users, one to three lines, all states (mostly delivered), dated within the two
 * years before `until`. The orders hold no stock, as if stock counting began after the import.
 */
export function* madeOrders(
  shop: Shop,
  wanted: { from: number; itemsFrom: number; count: number; until: Date; seed: number },
): Generator<Order> {
  const { from, itemsFrom, count, until, seed } = wanted;
  const random = seededRandom(seed);
  const step = (2 * 365 * 24 * 60 * minute) / count;
  let itemId = itemsFrom - 1;
  for (let index = 0; index < count; index += 1) {
    const created = new Date(until.getTime() - (count - index) * step).toISOString();
    const updated = new Date(Date.parse(created) + random.below(7 * 24 * 60) * minute);
    const times = { created_at: created, updated_at: updated < until ? updated.toISOString() : created };
    const items = Array.from({ length: random.between(1, 3) }, () => {
      itemId += 1;
      return madeItem(itemId, shop, random, created);
    });
    yield madeOrder(from + index, shop, random, items, times);
  }
}

function madeOrder(
  id: number,
  shop: Shop,
  random: Random,
  items: OrderItem[],
  times: Pick<Order, 'created_at' | 'updated_at'>,
): Order {
  const place = random.below(shop.users.length);
  const [user, address] = [shop.users[place], shop.addresses[place]];
  if (!user || !address) throw new Error('A shop with users is needed');
  const sums = sumLines(items, 2, 'items');
  const status = states[random.below(100)] ?? 'delivered';
  const reason = status === 'rejected' ? 'Out of our area' : null;
  return {
    _id: id,
    ...firstVersion({}, times.created_at),
    ...times,
    order_number: orderNumber(id),
    user_id: user._id,
    user: userOnOrder(user),
    address_id: address._id,
    address: addressOnOrder(address),
    payment_method: random.between(1, 4),
    status,
    ...detailsOf({ reject_reason: reason }),
    discount_amount: 0,
    tax_amount: 0,
    total: sums.main_price,
    main_price: sums.main_price,
    manufacturing_price: sums.manufacturing_price,
    items,
    history: [{ at: times.created_at, by: 'admin:bench', from: null, to: status, reason }],
    cart_version: null,
  };
}

function madeItem(id: number, shop: Shop, random: Random, at: string): OrderItem {
  const { _id: productId, price, manufacturing_price, en, ar } = random.pick(shop.products);
  return {
    id,
    product_id: productId,
    product: { id: productId, en, ar },
    amount: random.between(1, 5),
    main_price: price,
    manufacturing_price,
    discount_amount: 0,
    held: 0,
    created_at: at,
    updated_at: at,
  };
}
