import type { OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { Drafts, Tools } from '#shared/engine/decide/handler.ts';
import { detail, Problem, type FieldError } from '#shared/contracts/errors.ts';
import type { Order, OrderItem, OrderReturn } from '../records/tables.ts';
import { unitsInReturns } from '../returns/return.ts';
import { type StockMoves, takeStock } from '../stock/stock.ts';

/** A line that a command adds to an order. If a price is missing, the line gets the product's price. */
export interface LineRequest {
  product_id: number;
  amount: number;
  main_price?: number;
  manufacturing_price?: number;
  discount_amount?: number;
}

export interface KnownLine extends LineRequest {
  product: ProductCopy;
}

export function knownLines(
  asked: Drafts<LineRequest>,
  find: (productId: number) => ProductCopy | Omit<FieldError, 'field'>,
): { lines: KnownLine[]; errors: FieldError[] } {
  const lines: KnownLine[] = [];
  const errors: FieldError[] = [];
  for (const [index, line] of asked.entries()) {
    if (line?.product_id === undefined) continue;
    const found = find(line.product_id);
    if ('rule' in found) errors.push({ field: `items.${index}.product_id`, ...found });
    else lines.push({ ...(line as LineRequest), product: found });
  }
  return { lines, errors };
}

export function productOnLine(product: ProductCopy): OrderItem['product'] {
  return { id: product._id, en: { name: product.en.name }, ar: { name: product.ar.name } };
}

/** Creates a line, which reserves stock if orders with this status hold stock. */
export function newLine(
  { product, ...asked }: KnownLine,
  { status, moves, now, nextId }: Tools & { status: OrderState; moves: StockMoves },
): OrderItem {
  const named = productOnLine(product);
  return {
    id: nextId('order_items'),
    product_id: product._id,
    product: named,
    amount: asked.amount,
    main_price: asked.main_price ?? product.price,
    manufacturing_price: asked.manufacturing_price ?? product.manufacturing_price,
    discount_amount: asked.discount_amount ?? 0,
    held: takeStock(named, asked.amount, status, moves),
    created_at: now,
    updated_at: now,
  };
}

/**
 * Throws 409 if the line's returns or refunds need more units than its new amount. For example, a line had three units, and two
 * came back: its amount cannot become one. `amount`: 0 if the line leaves the order or gets another product.
 */
export function refuseBelowReturns(
  { id, product, returned = 0, refunded = 0 }: Pick<OrderItem, 'id' | 'product' | 'returned' | 'refunded'>,
  amount: number,
  returns: readonly OrderReturn[],
): void {
  const units = Math.max(returned, refunded, unitsInReturns(returns, id));
  if (amount < units) throw new Problem('conflict', detail('units_came_back', { item: id, units, product }));
}

/** The lines may be damaged. */
export function hasItem(lines: unknown, itemId: number): boolean {
  return Array.isArray(lines) && lines.some((line: Partial<OrderItem> | null) => line?.id === itemId);
}

/** The price of a line after its discount, in minor units. */
export function itemNet(line: Pick<OrderItem, 'main_price' | 'amount' | 'discount_amount'>): number {
  return line.main_price * line.amount - line.discount_amount;
}

/** The sum of the lines' prices after their discounts, in minor units. */
export function itemsTotal(order: Pick<Order, 'items'>): number {
  return order.items.reduce((total, line) => total + itemNet(line), 0);
}
