import type { OrdersCreateBody, Product, User } from '#clients/typescript/src/main.ts';
import { typedNumber } from '../format/typed-number.ts';
import { spread } from './spread.ts';

export interface DraftLine {
  product: Product;
  amount: string;
}

/** A new order as staff have typed it so far. */
export interface OrderDraft {
  customer: User | null;
  address: number | null;
  lines: readonly DraftLine[];
  discount: string;
  payment: number;
  notes: string;
}

export const emptyOrder: OrderDraft = {
  customer: null,
  address: null,
  lines: [],
  discount: '',
  payment: 1,
  notes: '',
};

export type Missing = 'customer' | 'address' | 'lines';

/** The parts that the order needs before it can be sent, in the sequence of the page. */
export function missingIn({ customer, address, lines }: OrderDraft): Missing[] {
  return [
    ...(customer === null ? (['customer'] as const) : []),
    ...(address === null ? (['address'] as const) : []),
    ...(lines.length === 0 ? (['lines'] as const) : []),
  ];
}

/** Adds one unit of a product: as a new line, or to the product's existing line. */
export function withProduct(lines: readonly DraftLine[], product: Product): DraftLine[] {
  const has = lines.some((line) => line.product.id === product.id);
  if (!has) return [...lines, { product, amount: '1' }];
  return lines.map((line) => (line.product.id === product.id ? { product, amount: stepped(line, 1) } : line));
}

/** The amount increased or decreased by one. Never less than 1, and 1 if the typed text is not a number. */
export function stepped({ amount }: Pick<DraftLine, 'amount'>, by: 1 | -1): string {
  const number = typedNumber(amount);
  return String(typeof number === 'number' ? Math.max(Math.floor(number) + by, 1) : 1);
}

/**
 * The body of the request. Undefined while the customer, the address or the lines are missing. Values are sent as typed,
 * because the API reports which value is invalid. The discount is split among the lines in proportion to their prices, because
 * the API computes the order's discount and total from its lines.
 */
export function newOrderBody(draft: OrderDraft, decimals: number): OrdersCreateBody | undefined {
  const { customer, address, lines, payment, notes } = draft;
  if (customer === null || address === null || lines.length === 0) return undefined;
  const discounts = discountsOf(draft, decimals);
  const items = lines.map(({ product, amount }, index) => {
    const discount = discounts[index] ?? 0;
    return {
      product_id: product.id,
      amount: typedNumber(amount),
      ...(discount !== 0 && { discount_amount: discount }),
    };
  });
  return {
    user_id: customer.id,
    address_id: address,
    payment_method: payment,
    status: 'pending',
    figures: 'lines',
    notes: notes.trim() === '' ? null : notes,
    items,
  } as OrdersCreateBody;
}

/**
 * If the discount cannot be split, for example because it is not a number, it goes to the first line. The API then reports the
 * error there.
 */
function discountsOf({ discount, lines }: OrderDraft, decimals: number): (number | string)[] {
  if (discount.trim() === '') return [];
  const typed = typedNumber(discount);
  const scale = 10 ** decimals;
  const weights = lines.map(
    ({ product, amount }) => Math.round(product.price * scale) * Number(typedNumber(amount)),
  );
  const minor = typeof typed === 'number' ? Math.round(typed * scale) : Number.NaN;
  const isExact = typeof typed === 'number' && minor / scale === typed && typed >= 0;
  if (!isExact || !weights.every((weight) => Number.isSafeInteger(weight) && weight >= 0)) return [typed];
  return spread(minor, weights).map((share) => share / scale);
}
