import type { BulkOperation } from '#shared/engine/decide/bulk-operation.ts';
import { errorsOr, type Answer, type State, type Tools } from '#shared/engine/decide/handler.ts';
import type { LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { makesOnce } from '#shared/engine/decide/make-once.ts';
import { changed, existing, firstVersion } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { maxMinorFigure } from '#shared/contracts/endpoints/order-fields.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { paymentStatesAfter } from '#shared/contracts/endpoints/payment-states.ts';
import { Problem, type FieldError } from '#shared/contracts/errors.ts';
import { dueOn, sumsOf } from '../payments/balance.ts';
import { paymentResource, paymentsOf, sumsAfter, tooMuch, type PaymentChange } from '../payments/payment.ts';
import type { Order, OrderItem, OrdersHandler, OrdersTables, Payment, Written } from '../records/tables.ts';
import { puts, withEvents } from './order.ts';

/** The fields of a bulk update of orders that its steps use. */
export type AskedUpdate = Partial<
  Pick<OrdersCommands['orders.bulk-update']['body'], 'status' | 'reject_reason' | 'payment'>
>;

/** `credited`: the amount by which the command lowers what the customer owes. `items`: the order's lines, if they change. */
export function paymentChanges(
  payment: PaymentChange,
  { order, credited = 0, items }: { order: Order; credited?: number; items?: OrderItem[] },
  { now, decimals }: { now: string; decimals: number },
): Written {
  const put = changed<Order>(
    order,
    { ...sumsAfter(order, [payment], credited), ...(items && { items }) },
    now,
  );
  return withEvents([...puts('payments', [payment.after]), ...puts('orders', [put])], { decimals });
}

/**
 * The largest amount that a further payment of the order may have, in minor units. With a larger payment, the order's sums could
 * exceed the largest number that the API shows exactly.
 */
export function roomFor(order: Order, decimals: number): number {
  const { authorised, paid, refunded } = sumsOf(order);
  return maxMinorFigure(decimals) - authorised - paid - refunded;
}

function amountErrors(order: Order, amount: number | undefined, decimals: number): FieldError[] {
  const asked = amount ?? dueOn(order);
  if (asked <= 0) return [{ field: 'amount', rule: 'nothing_due' }];
  const most = roomFor(order, decimals);
  return asked > most ? [tooMuch(most, decimals)] : [];
}

/** `maker` is the command or the step of bulk work that records the payment. Its `id` is unique among payments. */
function newPayment(
  id: number,
  order: Order,
  asked: { amount: number; capture: boolean } & Pick<Payment, 'method' | 'reference' | 'note'>,
  maker: Pick<Command, 'id'>,
  now: string,
): Payment {
  const { amount, capture, method, reference, note } = asked;
  return {
    _id: id,
    ...firstVersion(maker, now),
    order_id: order._id,
    user_id: order.user_id,
    provider: 'manual',
    method,
    amount,
    state: capture ? 'captured' : 'authorised',
    authorised: amount,
    captured: capture ? amount : 0,
    refunded: 0,
    reference,
    note,
    refunds: [],
  };
}

/** Records money that staff took or expect for an order. */
export function recordPayment(decimals: number): OrdersHandler<'payments.create'> {
  const answer = (payment: Payment): Answer => ({
    status: 201,
    location: `/api/admin/payments/${payment._id}`,
    version: payment.version,
    data: paymentResource(payment, decimals),
  });
  return makesOnce(answer, {
    needs: ({ params }) => ({ orders: [params.order], sequences: ['payments'] }),
    check: (state, command) => {
      const order = existing(state.orders, command.params.order, command);
      return errorsOr(amountErrors(order, command.body.amount, decimals), order);
    },
    decide: (before, command, { now, nextId }) => {
      const { amount = dueOn(before), method = before.payment_method, capture = true } = command.body;
      const { reference = null, note = null } = command.body;
      const asked = { amount, method, capture, reference, note };
      const payment = newPayment(nextId('payments'), before, asked, command, now);
      return {
        answer: answer(payment),
        ...paymentChanges({ before: null, after: payment }, { order: before }, { now, decimals }),
      };
    },
  });
}

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
