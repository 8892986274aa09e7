import { changed } from '#shared/engine/decide/versioned-record.ts';
import type { Payment, Refund } from '../records/tables.ts';
import { refundable } from './payment.ts';

type RefundAsked = Omit<Refund, 'id'>;

/** The payment after a refund. The caller must check that this amount can still be refunded. */
export function refundedPayment(before: Payment, asked: RefundAsked, now: string): Payment {
  const refunded = before.refunded + asked.amount;
  return changed<Payment>(
    before,
    {
      refunded,
      refunds: [...before.refunds, { id: before.refunds.length + 1, ...asked }],
      state: refunded === before.captured ? 'refunded' : 'part_refunded',
    },
    now,
  );
}

/** The payments that change if this amount is refunded from the newest captured payments. Empty for an amount below 0. */
export function refundedFromNewest(
  payments: readonly Payment[],
  asked: RefundAsked,
  now: string,
): { before: Payment; after: Payment }[] {
  let left = asked.amount;
  const newestFirst = payments.toSorted((a, b) => b._id - a._id);
  return newestFirst.flatMap((before) => {
    const amount = Math.min(left, refundable(before));
    if (amount <= 0) return [];
    left -= amount;
    return [{ before, after: refundedPayment(before, { ...asked, amount }, now) }];
  });
}
