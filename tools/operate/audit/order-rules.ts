import { isDeepStrictEqual } from 'node:util';

import type { Order, OrderItem } from '#services/orders/rules/tables.ts';
import { countedKind } from '#services/orders/storage/counts.ts';
import type { Counted } from '#services/orders/storage/counts.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

export type AuditedOrder = Pick<
  Order,
  | '_id'
  | 'version'
  | 'order_number'
  | 'user_id'
  | 'cart_version'
  | 'status'
  | 'payment_method'
  | 'items'
  | 'created_at'
  | 'created_by_command'
> & { search: string };

/** What is gathered while the orders stream by, to be judged at the end. */
export interface OrderCensus {
  numbers: Map<string, number>;
  carts: Map<string, number>;
  /** The latest version of each user's cart that became an order. */
  spentCarts: Map<number, number>;
  itemIds: Set<number>;
  /** Orders by state and payment method: `pending:1`. */
  counts: Map<string, number>;
  findings: Finding[];
}

export function newCensus(): OrderCensus {
  return {
    numbers: new Map(),
    carts: new Map(),
    spentCarts: new Map(),
    itemIds: new Set(),
    counts: new Map(),
    findings: [],
  };
}

export function countKind({ counts }: Pick<OrderCensus, 'counts'>, order: Counted): void {
  const kind = countedKind(order);
  counts.set(kind, (counts.get(kind) ?? 0) + 1);
}

/** No two orders share a number, a cart at one version, or an item. */
export function takeCensus(census: OrderCensus, order: AuditedOrder): void {
  const { _id: id, order_number: number, user_id: userId, cart_version: version } = order;
  const subject = `orders/${id}`;
  const { numbers, carts, spentCarts, itemIds, findings } = census;
  const twin = numbers.get(number);
  if (twin !== undefined)
    findings.push(finding('order-number-twice', subject, `${number} is orders/${twin}'s too`));
  numbers.set(number, id);
  countKind(census, order);
  if (version !== null) {
    const cart = `${userId}@${version}`;
    const other = carts.get(cart);
    if (other !== undefined) {
      findings.push(finding('cart-ordered-twice', subject, `cart ${cart} became orders/${other} too`));
    }
    carts.set(cart, id);
    spentCarts.set(userId, Math.max(version, spentCarts.get(userId) ?? -1));
  }
  for (const item of order.items) {
    if (itemIds.has(item.id))
      findings.push(finding('item-twice', `order_items/${item.id}`, `also in ${subject}`));
    itemIds.add(item.id);
  }
}

/** A cart that became an order has moved on since. */
export function cartFindings(
  spentCarts: ReadonlyMap<number, number>,
  versions: ReadonlyMap<number, number>,
): Finding[] {
  return [...spentCarts].flatMap(([userId, spent]) => {
    const version = versions.get(userId);
    if (version !== undefined && version > spent) return [];
    const now = version === undefined ? 'the cart is gone' : `the cart is at version ${version}`;
    return [finding('cart-not-emptied', `carts/${userId}`, `version ${spent} became an order, and ${now}`)];
  });
}

/** Sequences are at or beyond every id that was given out. */
export function counterFindings(
  counters: ReadonlyMap<string, number>,
  largest: ReadonlyMap<string, number>,
): Finding[] {
  return [...largest].flatMap(([sequence, id]) => {
    const counter = counters.get(sequence) ?? 0;
    return counter >= id
      ? []
      : [finding('counter-behind', `counters/${sequence}`, `stands at ${counter}, but id ${id} is in use`)];
  });
}

/** A row of the list of items, as far as it repeats its order. */
export type AuditedRow = Omit<OrderItem, 'id' | 'held'> & { _id: number; order_id: number };

const copiedFields = [
  'product_id',
  'product',
  'amount',
  'main_price',
  'manufacturing_price',
  'discount_amount',
  'created_at',
  'updated_at',
] as const;

/** These orders' rows in the list of items say just what the orders say. */
export function itemRowFindings(orders: readonly AuditedOrder[], rows: readonly AuditedRow[]): Finding[] {
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  const findings: Finding[] = [];
  for (const order of orders) {
    const repair = { kind: 'item-rows', orderId: order._id } as const;
    for (const item of order.items) {
      const subject = `order_items/${item.id}`;
      const row = rowsById.get(item.id);
      rowsById.delete(item.id);
      if (row?.order_id !== order._id) {
        findings.push(
          finding('item-row-missing', subject, `orders/${order._id} has it, the list has not`, repair),
        );
        continue;
      }
      const wrong = copiedFields.filter((field) => !isDeepStrictEqual(row[field], item[field]));
      if (wrong.length > 0) {
        findings.push(
          finding('item-row-differs', subject, `${wrong.join(', ')} of orders/${order._id}`, repair),
        );
      }
    }
  }
  return [...findings, ...[...rowsById.values()].map(extraRow)];
}

/** The totals of lists, counted as orders are written, are what there is. */
export function countFindings(
  counted: ReadonlyMap<string, number>,
  kept: ReadonlyMap<string, number>,
): Finding[] {
  const wrong = [...new Set([...counted.keys(), ...kept.keys()])].filter(
    (kind) => (counted.get(kind) ?? 0) !== (kept.get(kind) ?? 0),
  );
  return wrong.map((kind) => {
    const detail = `kept as ${kept.get(kind) ?? 0}, there are ${counted.get(kind) ?? 0}`;
    return finding('order-count-differs', `counters/${kind}`, detail, { kind: 'order-counts' });
  });
}

export interface AuditedText {
  _id: number;
  text: string;
}

/** The texts that `search` finds these orders by are the orders'; one beyond `indexedUpTo` needs none yet. */
export function textFindings(
  orders: readonly Pick<AuditedOrder, '_id' | 'search'>[],
  texts: readonly AuditedText[],
  indexedUpTo: number,
): Finding[] {
  const textOf = new Map(texts.map(({ _id, text }) => [_id, text]));
  return orders
    .filter(({ _id, search }) => (textOf.get(_id) ?? (_id > indexedUpTo ? search : null)) !== search)
    .map(({ _id }) => {
      const detail = textOf.has(_id) ? 'search finds it by what it was' : 'search does not find it';
      return finding('order-text-differs', `order_texts/${_id}`, detail, {
        kind: 'order-text',
        orderId: _id,
      });
    });
}

export function strayText({ _id }: Pick<AuditedText, '_id'>): Finding {
  const repair = { kind: 'order-text', orderId: _id } as const;
  return finding('order-text-extra', `order_texts/${_id}`, 'search counts an order that is gone', repair);
}

export function extraRow({ _id: id, order_id: orderId }: Pick<AuditedRow, '_id' | 'order_id'>): Finding {
  const detail = `the list has it, orders/${orderId} has not`;
  return finding('item-row-extra', `order_items/${id}`, detail, { kind: 'item-rows', orderId });
}
