import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { isSame } from '#shared/engine/decide/versioned-record.ts';
import type { Order, OrderItem } from '../records/tables.ts';

/** The audited fields of a row in `order_items`. Each row repeats a line of an order. */
export type AuditedRow = Omit<OrderItem, 'id' | 'held' | 'refunded'> & {
  _id: number;
  order_id: number;
  /** The version that the order had when the row was last written. */
  version?: number;
};

export const copiedFields = [
  'product_id',
  'product',
  'amount',
  'main_price',
  'manufacturing_price',
  'discount_amount',
  'returned',
  'created_at',
  'updated_at',
] as const;

export function itemRowFindings(
  orders: readonly Pick<Order, '_id' | 'items'>[],
  rows: readonly AuditedRow[],
): Finding[] {
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  const findings: Finding[] = [];
  for (const order of orders) {
    const repair = { kind: 'item-rows', id: order._id };
    for (const item of order.items) {
      const subject = `order_items/${item.id}`;
      const row = rowsById.get(item.id);
      rowsById.delete(item.id);
      if (row?.order_id !== order._id) {
        const detail = `orders/${order._id} has the line, the list does not`;
        findings.push(finding('item-row-missing', subject, detail, repair));
        continue;
      }
      const wrong = copiedFields.filter((field) => !isSame(row[field], item[field]));
      if (wrong.length > 0) {
        const detail = `${wrong.join(', ')} differ from orders/${order._id}`;
        findings.push(finding('item-row-differs', subject, detail, repair));
      }
    }
  }
  return [...findings, ...[...rowsById.values()].map(extraRow)];
}

export function extraRow({ _id: id, order_id: orderId }: Pick<AuditedRow, '_id' | 'order_id'>): Finding {
  const detail = `the list has the line, orders/${orderId} does not`;
  return finding('item-row-extra', `order_items/${id}`, detail, { kind: 'item-rows', id: orderId });
}

export interface AuditedText {
  _id: number;
  text: string;
}

/**
 * Finds orders with a missing or outdated text in `order_texts`. The search index has not reached orders above id `indexedUpTo`
 * yet.
 */
export function textFindings(
  orders: readonly { _id: number; search: string }[],
  texts: readonly AuditedText[],
  indexedUpTo: number,
): Finding[] {
  const textOf = new Map(texts.map(({ _id, text }) => [_id, text]));
  return orders
    .filter(({ _id, search }) => (textOf.get(_id) ?? (_id > indexedUpTo ? search : null)) !== search)
    .map(({ _id }) => {
      const detail = textOf.has(_id)
        ? 'search finds the order by an old text'
        : 'search does not find the order';
      return finding('order-text-differs', `order_texts/${_id}`, detail, { kind: 'order-text', id: _id });
    });
}

export function strayText({ _id }: Pick<AuditedText, '_id'>): Finding {
  const repair = { kind: 'order-text', id: _id };
  return finding('order-text-extra', `order_texts/${_id}`, 'search has the text of a missing order', repair);
}
