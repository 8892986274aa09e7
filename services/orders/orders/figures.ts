import {
  figureNames,
  maxFigure,
  maxMinorFigure,
  type FigureName,
} from '#shared/contracts/endpoints/order-fields.ts';
import { invalid, type Problem } from '#shared/contracts/errors.ts';
import { halfUp, toMajor } from '#shared/contracts/kit/money.ts';
import type { Order, OrderItem, TaxRate } from '../records/tables.ts';

const scale = 1_000_000;

/** `rate`: 0.15 means 15 %. */
export function toTaxRate(rate: number): TaxRate {
  return { tax: Math.round(rate * scale), on: scale };
}

/** The tax on an amount, both in minor units, rounded half up. */
export function taxOn(base: number, { tax, on }: TaxRate): number {
  return Number(halfUp(BigInt(base) * BigInt(tax), BigInt(on)));
}

type Figures = Pick<Order, FigureName>;
type LineSums = Pick<Figures, 'main_price' | 'manufacturing_price' | 'discount_amount'>;
type Priced = Pick<OrderItem, 'amount' | 'main_price' | 'manufacturing_price' | 'discount_amount'>;

/** Bigints, because the sums may exceed the safe integers. */
function exactSums(lines: readonly Priced[]): Record<keyof LineSums, bigint> {
  const sum = (figure: (line: Priced) => bigint) => lines.reduce((total, line) => total + figure(line), 0n);
  return {
    main_price: sum((line) => BigInt(line.main_price) * BigInt(line.amount)),
    manufacturing_price: sum((line) => BigInt(line.manufacturing_price) * BigInt(line.amount)),
    discount_amount: sum((line) => BigInt(line.discount_amount)),
  };
}

/** The field that an error about the order's sums names: the part of the order that the command changes. */
type SummedField = 'items' | 'amount' | 'lines';

function tooLarge(field: SummedField): Problem {
  return invalid({ field, rule: 'max', params: { max: maxFigure } });
}

/** The sums over the lines. Throws 422 if a sum exceeds the largest number that the API can show exactly. */
export function sumLines(lines: readonly Priced[], decimals: number, field: SummedField): LineSums {
  const sums = exactSums(lines);
  const limit = BigInt(maxMinorFigure(decimals));
  if (Object.values(sums).some((total) => total > limit)) throw tooLarge(field);
  return {
    main_price: Number(sums.main_price),
    manufacturing_price: Number(sums.manufacturing_price),
    discount_amount: Number(sums.discount_amount),
  };
}

/** The index of the first line whose discount exceeds its price, or -1. */
function overDiscounted(lines: readonly Priced[]): number {
  return lines.findIndex((line) => line.discount_amount > line.main_price * line.amount);
}

/**
 * Whether the order's figures follow its lines, which means that the store computes them from the lines. Orders of releases
 * before 1.0.0 have no field `figures`. Their figures follow the lines if a checkout created the order and the figures still
 * agree with the lines.
 */
export function followsLines(order: Pick<Order, 'figures' | 'cart_version' | 'items' | FigureName>): boolean {
  if (order.figures !== undefined) return order.figures === 'lines';
  return typeof order.cart_version === 'number' && wrongFigures(order).length === 0;
}

export function figuresOf(order: Parameters<typeof followsLines>[0]): 'lines' | 'given' {
  return followsLines(order) ? 'lines' : 'given';
}

/** If the order has no stored tax rate, its tax is assumed to be correct. */
export function wrongFigures(
  order: Pick<Order, 'items' | 'tax_rate' | FigureName>,
): { name: FigureName; wanted: bigint }[] {
  const sums = exactSums(order.items);
  const base = sums.main_price - sums.discount_amount;
  if (overDiscounted(order.items) >= 0) return [{ name: 'discount_amount', wanted: sums.main_price }];
  const tax = order.tax_rate
    ? BigInt(taxOn(Number(base), order.tax_rate))
    : BigInt(base === 0n ? 0 : order.tax_amount);
  const wanted = { ...sums, tax_amount: tax, total: base + tax };
  const names = Object.keys(wanted) as FigureName[];
  return names.flatMap((name) =>
    BigInt(order[name]) === wanted[name] ? [] : [{ name, wanted: wanted[name] }],
  );
}

/** How the store computes the figures (sums, tax and total) of orders. `taxRate`: the rate for orders that are placed now. */
export interface FigureRules {
  decimals: number;
  taxRate: TaxRate;
}

/** The tax rate when the order was placed. Releases before 1.0.0 did not store it, so it is computed from the order's tax. */
function frozenRate(order: Order, now: TaxRate): TaxRate {
  if (order.tax_rate) return order.tax_rate;
  const base = order.main_price - order.discount_amount;
  if (base <= 0 || taxOn(base, now) === order.tax_amount) return now;
  return { tax: order.tax_amount, on: base };
}

/** The figures of an order with these lines, and the tax rate to store. Throws 422 if a sum or a discount is too large. */
export function followLines(
  lines: readonly Priced[],
  rate: TaxRate,
  { decimals, field }: { decimals: number; field: SummedField },
): Figures & Required<Pick<Order, 'figures' | 'tax_rate'>> {
  const over = overDiscounted(lines);
  const line = lines[over];
  if (line) {
    const max = toMajor(line.main_price * line.amount, decimals);
    const prefix = field === 'items' ? `items.${over}.` : '';
    throw invalid({ field: `${prefix}discount_amount`, rule: 'max', params: { max } });
  }
  const sums = sumLines(lines, decimals, field);
  const base = sums.main_price - sums.discount_amount;
  const tax = taxOn(base, rate);
  const total = base + tax;
  if (total > maxMinorFigure(decimals)) throw tooLarge(field);
  return { figures: 'lines', tax_rate: rate, ...sums, tax_amount: tax, total };
}

/**
 * Returns the order's new lines. If the store computes the order's figures from its lines, also returns the new figures. Throws 422
 * if a sum or a discount is too large.
 */
export function withLines(
  order: Order,
  items: OrderItem[],
  { decimals, taxRate }: FigureRules,
  field: SummedField,
): Partial<Order> {
  if (followsLines(order))
    return { items, ...followLines(items, frozenRate(order, taxRate), { decimals, field }) };
  // Given figures stay. But the API also shows sums over the lines, so these must not be too large.
  sumLines(items, decimals, field);
  return { items };
}

type SentFigures = Partial<Pick<Order, 'figures' | FigureName>>;

export function sentFigures(sent: SentFigures): Partial<Figures> {
  const values: Partial<Figures> = {};
  for (const name of figureNames) if (sent[name] !== undefined) values[name] = sent[name];
  return values;
}

/**
 * The figures of an order after an admin sent these values. If a sent figure differs from the stored one, the order's figures
 * count as `given`: the store no longer computes them from the lines. `figures: "lines"` computes all figures from the lines, at
 * the order's own tax rate if they were computed before, otherwise at today's tax rate.
 */
export function figuresAfter(
  order: Order,
  sent: SentFigures,
  { decimals, taxRate }: FigureRules,
): Partial<Order> {
  const follows = followsLines(order);
  if (sent.figures === 'lines') {
    // A worker of release 0.6.0 may have changed a line without changing the figures.
    const isRight = follows && wrongFigures(order).length === 0;
    const rate = follows ? frozenRate(order, taxRate) : taxRate;
    return isRight ? {} : followLines(order.items, rate, { decimals, field: 'items' });
  }
  const values = sentFigures(sent);
  const isOther = figureNames.some((name) => values[name] !== undefined && values[name] !== order[name]);
  // Stores `given` if `followsLines` could otherwise return true. For orders without a stored `figures`, it compares the figures
  // with the lines, and the figures that an admin sent may equal the lines' sums by chance.
  const mayFollow = follows || (order.figures === undefined && typeof order.cart_version === 'number');
  return { ...values, ...(mayFollow && (isOther || sent.figures === 'given') && { figures: 'given' }) };
}
