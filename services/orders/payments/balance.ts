import { states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { BalanceField, OrderValues } from '#shared/contracts/endpoints/order-fields.ts';
import type { PaymentStatus } from '#shared/contracts/endpoints/payment-states.ts';
import type { Order, PaymentSums } from '../records/tables.ts';

/** The sums of an order's payments, in minor units. Orders without payments store no sums. */
export function sumsOf(order: Partial<PaymentSums>): PaymentSums {
  const { authorised = 0, paid = 0, refunded = 0, credited = 0 } = order;
  return { authorised, paid, refunded, credited };
}

type Owing = Pick<Order, 'status' | 'total'> & Partial<PaymentSums>;

const isLive = (status: OrderState) => states[status].isLive;

/** The amount that the customer has to pay in total. Negative if a change made the order cheaper than what was credited. */
function owedOn(order: Owing): number {
  return isLive(order.status) ? order.total - sumsOf(order).credited : 0;
}

/** The most that can be credited: what is owed and not credited yet. */
export function creditableOn(order: Owing): number {
  return Math.max(0, owedOn(order));
}

/** The amount that the customer still has to pay. Negative: the shop owes the customer money. */
export function dueOn(order: Owing): number {
  return owedOn(order) - sumsOf(order).paid;
}

/** Whether the shop owes the customer money that payments of this order can refund. */
export function isToRefund(order: Owing): boolean {
  return dueOn(order) < 0 && sumsOf(order).paid > 0;
}

/** If several statuses fit, the contract (`payment-states.ts`) defines which one counts. */
export function paymentStatusOf(order: Owing): PaymentStatus {
  const { authorised, paid, refunded } = sumsOf(order);
  const due = dueOn(order);
  if (paid + refunded === 0) {
    if (authorised > 0) return 'authorised';
    return isLive(order.status) && owedOn(order) <= 0 ? 'paid' : 'unpaid';
  }
  if (paid === 0) return 'refunded';
  if (due < 0) return 'overpaid';
  if (refunded > 0) return 'part_refunded';
  return due > 0 ? 'part_paid' : 'paid';
}

/** The payment status that the order's document stores for the filters of lists. Null: the order stores no sums of payments. */
export function storedStatusOf(order: Owing): PaymentStatus | null {
  // An order without payments stores `credited` after a return of unpaid goods.
  const hasSums = [order.authorised, order.paid, order.credited].some((sum) => sum !== undefined);
  return hasSums ? paymentStatusOf(order) : null;
}

/** The balance of an order, with money in minor units. */
export function balanceOf(order: Owing): Pick<OrderValues, BalanceField> {
  const { paid, credited } = sumsOf(order);
  return { paid, credited, due: dueOn(order), payment_status: paymentStatusOf(order) };
}

/** Leaves out unchanged sums, so that the order's ledger row does not list them. */
export function changedSums(order: Partial<PaymentSums>, by: Partial<PaymentSums>): Partial<PaymentSums> {
  const before = sumsOf(order);
  const changes = Object.entries(by) as [keyof PaymentSums, number][];
  return Object.fromEntries(
    changes.flatMap(([name, change]) => (change === 0 ? [] : [[name, before[name] + change]])),
  );
}

/**
 * The amount that a refund adds to `credited`. A refund first pays what the shop owes (a negative `due`). Only the remaining
 * amount is credited, so that the customer does not owe it again.
 */
export function creditedBy(order: Owing, refunded: number): number {
  return Math.max(0, refunded - Math.max(0, -dueOn(order)));
}
