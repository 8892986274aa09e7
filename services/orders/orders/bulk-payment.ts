import type { BulkOperation, BulkStep } from '#shared/engine/decide/bulk-operation.ts';
import type { State, Tools } from '#shared/engine/decide/handler.ts';
import type { LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import { paymentStatesAfter } from '#shared/contracts/endpoints/payment-states.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { paymentEvent, paymentsOf } from '../payments/payment.ts';
import type { Order, OrdersTables, Payment } from '../records/tables.ts';
import { newPayment } from './record-payment.ts';

type Step = BulkStep<OrdersTables>;
export type AskedUpdate = Pick<
  OrdersCommands['orders.bulk-update']['body'],
  'status' | 'reject_reason' | 'payment'
>;
interface Recording extends Tools {
  operation: Pick<BulkOperation, '_id'>;
  decimals: number;
}

/** The id by which the payment is found that the operation recorded for this order. There is at most one. */
function makerOf(operationId: string, order: Pick<Order, '_id'>): string {
  return `${operationId}:${order._id}`;
}

/** Adds a captured payment to a step that changes its order. `order`: before the step. `amount`: in minor units. */
export function withRecorded(
  step: Step,
  order: Order,
  { amount, method }: Pick<Payment, 'amount' | 'method'>,
  { operation, now, nextId, decimals }: Recording,
): Step {
  const asked = { amount, method, capture: true, reference: null, note: null };
  const maker = { id: makerOf(operation._id, order) };
  return withPayment(step, newPayment(nextId('payments'), order, asked, maker, now), 'created', decimals);
}

/** Adds a captured payment to a step. `order`: the order before the step. `amount`: in minor units. */
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

export function withVoided(
  step: Step,
  payment: Payment,
  { now, decimals }: Pick<Recording, 'now' | 'decimals'>,
): Step {
  const voided = changed<Payment>(payment, { state: 'voided', captured: 0 }, now);
  return withPayment(step, voided, 'updated', decimals);
}

function withPayment(step: Step, payment: Payment, happened: 'created' | 'updated', decimals: number): Step {
  return {
    ...step,
    changes: [...step.changes, { table: 'payments', put: payment }],
    events: [...step.events, paymentEvent(happened, payment, decimals)],
  };
}
