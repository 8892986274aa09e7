import { damaged, finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { storedStatusOf, sumsOf } from '../payments/balance.ts';
import { sumsFrom } from '../payments/payment.ts';
import { faults } from '../records/damaged-records.ts';
import type { Order, Payment } from '../records/tables.ts';

export function paymentFindings(payment: Payment): Finding[] {
  const subject = `payments/${payment._id}`;
  const fault = faults.payments(payment);
  if (fault !== null) return [damaged(subject, fault)];
  const { authorised, captured, refunded, refunds } = payment;
  const sum = refunds.reduce((total, { amount }) => total + amount, 0);
  const wrong = [
    captured > authorised && `captured is ${captured}, authorised only ${authorised}`,
    refunded > captured && `refunded is ${refunded}, captured only ${captured}`,
    refunded !== sum && `refunded is ${refunded}, but its refunds come to ${sum}`,
  ].filter((each) => each !== false);
  if (wrong.length === 0) return [];
  return [finding('payment-unsound', subject, `${wrong.join(', ')} (in minor units)`)];
}

/** Compares an order's sums with its payments, and the stored payment status with these sums. */
export function orderPaymentFindings(
  order: Order & { payment_status?: unknown },
  payments: readonly Payment[],
): Finding[] {
  const subject = `orders/${order._id}`;
  const added = payments.map(sumsFrom);
  const sum = (name: keyof (typeof added)[number]) => added.reduce((total, each) => total + each[name], 0);
  const wanted = { authorised: sum('authorised'), paid: sum('paid'), refunded: sum('refunded') };
  const stored = sumsOf(order);
  const names = Object.keys(wanted) as (keyof typeof wanted)[];
  const wrong = names.flatMap((name) =>
    stored[name] === wanted[name]
      ? []
      : [`${name} is ${stored[name]}, but its payments come to ${wanted[name]}`],
  );
  const status = storedStatusOf(order);
  const written = order.payment_status ?? null;
  const repair = { kind: 'payment-status', id: order._id };
  return [
    ...(wrong.length > 0
      ? [finding('order-payments-differ', subject, `${wrong.join(', ')} (in minor units)`)]
      : []),
    ...(written === status
      ? []
      : [
          finding(
            'payment-status-differs',
            subject,
            `stored as ${JSON.stringify(written)}, but it is ${status}`,
            repair,
          ),
        ]),
  ];
}

export function strayPayment({ _id, order_id: order }: Pick<Payment, '_id' | 'order_id'>): Finding {
  return finding('payment-without-order', `payments/${_id}`, `orders/${order} does not exist`);
}
