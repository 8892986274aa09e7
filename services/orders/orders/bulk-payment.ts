import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import type { State, Tools } from '#shared/engine/decide/handler.ts';
import type { LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { paymentStatesAfter } from '#shared/contracts/endpoints/payment-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { paymentsOf } from '../payments/payment.ts';
import type { Order, OrdersTables, Payment } from '../records/tables.ts';
import { newPayment } from './record-payment.ts';

export type AskedUpdate = Pick<
  OrdersCommands['orders.bulk-update']['body'],
  'status' | 'reject_reason' | 'payment'
>;

/** The `created_by_command` of the payment that the operation recorded for this order. There is at most one such payment. */
function makerOf(operationId: string, order: Pick<Order, '_id'>): string {
  return `${operationId}:${order._id}`;
}

/** The captured payment that bulk work records for an order. `order`: the order before this payment. `amount`: in minor units. */
export function recordedPayment(
  order: Order,
  { amount, method }: Pick<Payment, 'amount' | 'method'>,
  { operation, now, nextId }: Tools & { operation: Pick<BulkOperation, '_id'> },
): Payment {
  const asked = { amount, method, capture: true, reference: null, note: null };
  return newPayment(nextId('payments'), order, asked, { id: makerOf(operation._id, order) }, now);
}

/** The payment that the ledger row's operation recorded. Throws 409 if the payment cannot be voided. */
export function paymentToVoid(
  { payments }: Pick<State<OrdersTables>, 'payments'>,
  order: Pick<Order, '_id'>,
  { via }: Pick<LedgerRow, 'via'>,
): Payment {
  const maker = makerOf(via?.operation_id ?? '', order);
  const recorded = paymentsOf(payments, order._id).find(({ created_by_command: by }) => by === maker);
  if (!recorded || !paymentStatesAfter(recorded.state).includes('voided')) throw new Problem('conflict');
  return recorded;
}
