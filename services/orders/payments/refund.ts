import type { Command } from '#shared/contracts/kit/define.ts';
import { author, changed } from '#shared/engine/decide/versioned-record.ts';
import type { Payment, Refund } from '../records/tables.ts';
import { refundable } from './payment.ts';

type RefundAsked = Pick<Refund, 'amount' | 'lines' | 'return_id' | 'reason'>;
type By = Pick<Command, 'id' | 'caller'>;

/** The caller must check that this amount can still be refunded. */
export function refundedPayment(before: Payment, asked: RefundAsked, by: By, now: string): Payment {
  const refunded = before.refunded + asked.amount;
  const id = before.refunds.length + 1;
  const refund = { id, ...asked, at: now, by: author(by), command: by.id };
  return changed<Payment>(
    before,
    {
      refunded,
      refunds: [...before.refunds, refund],
      state: refunded === before.captured ? 'refunded' : 'part_refunded',
    },
    now,
  );
}

/** The payments that change if this amount is refunded from the newest captured payments. Empty for an amount below 0. */
export function refundedFromNewest(
  payments: readonly Payment[],
  { amount: total, return_id, reason }: Omit<RefundAsked, 'lines'>,
  by: By,
  now: string,
): { before: Payment; after: Payment }[] {
  let left = total;
  const newestFirst = payments.toSorted((a, b) => b._id - a._id);
  return newestFirst.flatMap((before) => {
    const amount = Math.min(left, refundable(before));
    if (amount <= 0) return [];
    left -= amount;
    return [{ before, after: refundedPayment(before, { amount, lines: null, return_id, reason }, by, now) }];
  });
}
