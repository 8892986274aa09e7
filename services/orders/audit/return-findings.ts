import { damaged, finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { faults } from '../records/damaged-records.ts';
import type { Order, OrderReturn, Payment } from '../records/tables.ts';
import { isOpen, unitsInReturns } from '../returns/return.ts';

export function returnFindings(record: OrderReturn): Finding[] {
  const subject = `returns/${record._id}`;
  const fault = faults.returns(record);
  if (fault !== null) return [damaged(subject, fault)];
  const last = record.history.at(-1)?.to;
  const wrong = [
    ...record.lines.flatMap(({ item_id: id, amount, received }) =>
      (received ?? 0) > amount
        ? [`item ${id}: ${received} units received, but only ${amount} announced`]
        : [],
    ),
    ...(last === record.status
      ? []
      : [`its status is ${record.status}, but its history ends with ${String(last)}`]),
  ];
  return wrong.length === 0 ? [] : [finding('return-unsound', subject, wrong.join(', '))];
}

/** Compares the returned and refunded units on an order's lines with the order's returns and with the refunds of its payments. */
export function orderReturnFindings(
  order: Order,
  returns: readonly OrderReturn[],
  payments: readonly Payment[],
): Finding[] {
  const open = returns.filter(isOpen).length;
  const { open_returns: counted = 0 } = order;
  const refunds = payments.flatMap((payment) => payment.refunds);
  const wrong = order.items.flatMap(({ id, amount, returned = 0, refunded = 0 }) => {
    const came = returns
      .flatMap(({ lines }) => lines)
      .reduce((sum, line) => sum + (line.item_id === id ? (line.received ?? 0) : 0), 0);
    const paidBack = refunds
      .flatMap(({ lines }) => lines ?? [])
      .reduce((sum, line) => sum + (line.item_id === id ? line.amount : 0), 0);
    const announced = unitsInReturns(returns, id);
    return [
      ...(returned === came ? [] : [`item ${id}: returned is ${returned}, but its returns come to ${came}`]),
      ...(announced <= amount
        ? []
        : [`item ${id}: its returns have ${announced} units, the line only ${amount}`]),
      // Units that were refunded and then came back count once. So `refunded` is between the larger of the two numbers and their
      // sum.
      ...(refunded >= Math.max(came, paidBack) && refunded <= came + paidBack
        ? []
        : [
            `item ${id}: refunded is ${refunded}, but ${came} units came back and ${paidBack} were paid back`,
          ]),
    ];
  });
  if (counted !== open) wrong.push(`open_returns is ${counted}, but ${open} returns are open`);
  return wrong.length === 0 ? [] : [finding('order-returns-differ', `orders/${order._id}`, wrong.join(', '))];
}

export function strayReturn({ _id, order_id: order }: Pick<OrderReturn, '_id' | 'order_id'>): Finding {
  return finding('return-without-order', `returns/${_id}`, `orders/${order} does not exist`);
}
