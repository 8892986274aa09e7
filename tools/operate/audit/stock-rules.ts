import { states } from '#shared/contracts/endpoints/order-states.ts';
import type { Inventory, Order } from '#services/orders/rules/tables.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

export type HeldUnits = Map<number, number>;

/** Adds what an order's lines hold. A delivered line remembers what it held, but that has left the stock. */
export function countHeld(held: HeldUnits, order: Pick<Order, 'status' | 'items'>): void {
  if (states[order.status].stock !== 'held') return;
  for (const item of order.items) {
    if (item.held > 0) held.set(item.product_id, (held.get(item.product_id) ?? 0) + item.held);
  }
}

/**
 * Stock is never negative, and `held` is just what the lines on their way hold. Nothing can be counted again while there
 * are damaged orders: what their lines hold is not known.
 */
export function stockFindings(
  inventory: readonly Pick<Inventory, '_id' | 'stock' | 'held'>[],
  held: ReadonlyMap<number, number>,
  damagedOrders = 0,
): Finding[] {
  const findings: Finding[] = [];
  for (const { _id: id, stock, held: kept } of inventory) {
    const subject = `inventory/${id}`;
    const counted = held.get(id) ?? 0;
    if (stock !== null && stock < 0) findings.push(finding('stock-negative', subject, `stock is ${stock}`));
    if (kept !== counted) {
      const detail = `held is ${kept}, the lines of living orders hold ${counted}`;
      const repair = damagedOrders > 0 ? null : ({ kind: 'held', productId: id } as const);
      findings.push(finding('held-differs', subject, detail, repair));
    }
  }
  const known = new Set(inventory.map((record) => record._id));
  for (const [id, units] of held) {
    if (!known.has(id)) {
      findings.push(
        finding(
          'held-without-stock',
          `inventory/${id}`,
          `lines hold ${units} of a product without stock record`,
        ),
      );
    }
  }
  return findings;
}
