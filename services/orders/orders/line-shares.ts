import { halfUp } from '#shared/contracts/kit/money.ts';
import type { Order, OrderItem } from '../records/tables.ts';
import { itemNet } from './order-lines.ts';
import { followsLines } from './figures.ts';

/**
 * Spreads an amount over entries in proportion to their weights, so that the shares add up to the amount. Shares are
 * first rounded down. What is left goes, one minor unit each, to the entries with the largest remainders. If remainders
 * are equal, the entry with the lower id comes first.
 */
export function spread(
  amount: number,
  entries: readonly { id: number; weight: number }[],
): ReadonlyMap<number, number> {
  const total = entries.reduce((sum, { weight }) => sum + BigInt(weight), 0n);
  if (total === 0n) return new Map(entries.map(({ id }) => [id, 0]));
  const parts = entries.map(({ id, weight }) => {
    const exact = BigInt(amount) * BigInt(weight);
    return { id, part: Number(exact / total), remainder: exact % total };
  });
  const left = amount - parts.reduce((sum, { part }) => sum + part, 0);
  const byRemainder = parts.toSorted((a, b) =>
    a.remainder === b.remainder ? a.id - b.id : a.remainder > b.remainder ? -1 : 1,
  );
  return new Map(byRemainder.map(({ id, part }, index) => [id, part + (index < left ? 1 : 0)]));
}

/** The order's lines, each with its share of the order's discount, in proportion to the lines' prices. */
export function withDiscount(items: readonly OrderItem[], discount: number, now: string): OrderItem[] {
  const weights = items.map(({ id, main_price: price, amount }) => ({ id, weight: price * amount }));
  const shares = spread(discount, weights);
  return items.map((item) => {
    const share = shares.get(item.id) ?? 0;
    return share === item.discount_amount ? item : { ...item, discount_amount: share, updated_at: now };
  });
}

/**
 * The amount of each line in minor units, by the line's id. If the store computes the order's figures from its lines, the amount
 * is the line's price after discount plus its share of the order's tax. Otherwise, it is the line's share of the order's total.
 */
export function lineFigures(order: Order): ReadonlyMap<number, number> {
  const nets = order.items.map((item) => ({ id: item.id, weight: Math.max(0, itemNet(item)) }));
  if (followsLines(order)) {
    const taxes = spread(order.tax_amount, nets);
    return new Map(nets.map(({ id, weight }) => [id, weight + (taxes.get(id) ?? 0)]));
  }
  const isFree = nets.every(({ weight }) => weight === 0);
  const units = order.items.map(({ id, amount }) => ({ id, weight: amount }));
  return spread(order.total, isFree ? units : nets);
}

/**
 * The part of a line's amount of money (`figure`) for its units `from` + 1 to `to`. The parts of all units add up to `figure`.
 */
export function shareOfUnits(
  figure: number,
  { amount }: Pick<OrderItem, 'amount'>,
  { from, to }: { from: number; to: number },
): number {
  const upTo = (units: number) => halfUp(BigInt(figure) * BigInt(units), BigInt(amount));
  return Number(upTo(to) - upTo(from));
}
