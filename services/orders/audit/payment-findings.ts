import { damagedBy, finding, findingOfAll, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { storedStatusOf, sumsOf } from '../payments/balance.ts';
import { sumsFrom } from '../payments/payment.ts';
import { faults } from '../records/damaged-records.ts';
import type { Order, OrderReturn, Payment } from '../records/tables.ts';
import { isOpen, unitsInReturns } from '../returns/return.ts';

const inMinor = ' (in minor units)';

export const paymentFindings = damagedBy<Payment>(
  'payments',
  faults.payments,
  ({ _id, authorised, captured, refunded, refunds }) => {
    const sum = refunds.reduce((total, { amount }) => total + amount, 0);
    const wrong = [
      captured > authorised && `captured is ${captured}, authorised only ${authorised}`,
      refunded > captured && `refunded is ${refunded}, captured only ${captured}`,
      refunded !== sum && `refunded is ${refunded}, but its refunds come to ${sum}`,
    ];
    return findingOfAll('payment-unsound', `payments/${_id}`, wrong, inMinor);
  },
);

export const returnFindings = damagedBy<OrderReturn>(
  'returns',
  faults.returns,
  ({ _id, lines, status, history }) => {
    const last = history.at(-1)?.to;
    return findingOfAll('return-unsound', `returns/${_id}`, [
      ...lines.map(({ item_id: id, amount, received }) => {
        const units = received ?? 0;
        return units > amount && `item ${id}: ${units} units received, but only ${amount} announced`;
      }),
      last !== status && `its status is ${status}, but its history ends with ${String(last)}`,
    ]);
  },
);

/** Compares an order's stored sums (such as `paid`) with its payments, and the stored payment status with these sums. */
export function orderPaymentFindings(
  order: Order & { payment_status?: unknown },
  payments: readonly Payment[],
): Finding[] {
  const subject = `orders/${order._id}`;
  const added = payments.map(sumsFrom);
  const stored = sumsOf(order);
  const wrong = (['authorised', 'paid', 'refunded'] as const).map((name) => {
    const wanted = added.reduce((total, each) => total + each[name], 0);
    return stored[name] !== wanted && `${name} is ${stored[name]}, but its payments come to ${wanted}`;
  });
  const findings = findingOfAll('order-payments-differ', subject, wrong, inMinor);
  const status = storedStatusOf(order);
  const written = order.payment_status ?? null;
  if (written === status) return findings;
  const detail = `stored as ${JSON.stringify(written)}, but it is ${status}`;
  const repair = { kind: 'payment-status', id: order._id };
  return [...findings, finding('payment-status-differs', subject, detail, repair)];
}

/** Compares the returned and refunded units on an order's lines with the order's returns and with the refunds of its payments. */
export function orderReturnFindings(
  order: Order,
  returns: readonly OrderReturn[],
  payments: readonly Payment[],
): Finding[] {
  const received = returns.flatMap(({ lines }) =>
    lines.map((line) => ({ ...line, amount: line.received ?? 0 })),
  );
  const refunds = payments.flatMap((payment) => payment.refunds).flatMap(({ lines }) => lines ?? []);
  const units = (lines: readonly { item_id: number; amount: number }[], id: number) =>
    lines.reduce((sum, { item_id, amount }) => sum + (item_id === id ? amount : 0), 0);
  const wrong = order.items.flatMap(({ id, amount, returned = 0, refunded = 0 }) => {
    const [came, paidBack] = [units(received, id), units(refunds, id)];
    const announced = unitsInReturns(returns, id);
    // A unit that was refunded and then came back counts in `paidBack` and in `came`, but only once in `refunded`. So `refunded`
    // is between the larger number and their sum.
    const isRefunded = refunded >= Math.max(came, paidBack) && refunded <= came + paidBack;
    return [
      returned !== came && `item ${id}: returned is ${returned}, but its returns come to ${came}`,
      announced > amount && `item ${id}: its returns have ${announced} units, the line only ${amount}`,
      !isRefunded &&
        `item ${id}: refunded is ${refunded}, but ${came} units came back and ${paidBack} were paid back`,
    ];
  });
  const open = returns.filter(isOpen).length;
  const { open_returns: counted = 0 } = order;
  return findingOfAll('order-returns-differ', `orders/${order._id}`, [
    ...wrong,
    counted !== open && `open_returns is ${counted}, but ${open} returns are open`,
  ]);
}
