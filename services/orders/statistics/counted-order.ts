import { states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { fromMajor } from '#shared/contracts/kit/money.ts';
import type { Order } from '../records/tables.ts';

/** The fields of an order that statistics use. Money is in minor units. */
export interface CountedOrder {
  created_at: string;
  status: OrderState;
  payment_method: number;
  /** Spelled as on the order. */
  city: string;
  total: number;
  /** `total` is amount × price − discount. */
  items: { product_id: number; amount: number; total: number }[];
}

export type Countable = Pick<Order, 'created_at' | 'status' | 'payment_method' | 'total'> & {
  address: Pick<Order['address'], 'city'>;
  items: readonly Line[];
};
type Line = Pick<Order['items'][number], 'product_id' | 'amount' | 'main_price' | 'discount_amount'>;

export function countedOrder(order: Countable): CountedOrder {
  const { created_at, status, payment_method, total, address, items } = order;
  const lines = items.map(({ product_id, amount, main_price, discount_amount }) => ({
    product_id,
    amount,
    total: main_price * amount - discount_amount,
  }));
  return { created_at, status, payment_method, city: address.city, total, items: lines };
}

/** The counted fields that a change replaced, with their former values. */
export function formerlyCounted(before: Order, after: Order): Partial<CountedOrder> {
  const [was, is] = [countedOrder(before), countedOrder(after)];
  const different = Object.entries(was).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(is[name as keyof CountedOrder]),
  );
  return Object.fromEntries(different);
}

/**
 * Reads the counted fields from an order's event, with amounts in minor units. Returns null if the event lacks some of these
 * fields.
 */
export function countedInEvent(
  data: Readonly<Record<string, unknown>>,
  decimals: number,
): CountedOrder | null {
  const minor = (major: number) => fromMajor(major, decimals);
  const { items, total, ...rest } = data as Partial<Countable>;
  if (total === undefined || !Array.isArray(items)) return null;
  const order = {
    ...rest,
    total: minor(total),
    items: (items as readonly Line[]).map((line) => ({
      ...line,
      main_price: minor(line.main_price),
      discount_amount: minor(line.discount_amount),
    })),
  };
  return isCountable(order) ? countedOrder(order) : null;
}

/** Damaged orders are not counted. */
export function isCountable(order: Partial<Countable>): order is Countable {
  const { created_at, status, payment_method, total, address, items } = order;
  return (
    typeof created_at === 'string' &&
    !Number.isNaN(Date.parse(created_at)) &&
    Object.hasOwn(states, String(status)) &&
    [payment_method, total].every(Number.isSafeInteger) &&
    typeof address?.city === 'string' &&
    Array.isArray(items) &&
    items.every(isCountableLine)
  );
}

function isCountableLine(line: unknown): boolean {
  const { product_id, amount, main_price, discount_amount } = (line ?? {}) as Partial<Line>;
  return [product_id, amount, main_price, discount_amount].every(Number.isSafeInteger);
}
