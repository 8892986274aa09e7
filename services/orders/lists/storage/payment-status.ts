import { finalStates, liveStates } from '#shared/contracts/endpoints/order-states.ts';
import type { PaymentStatus } from '#shared/contracts/endpoints/payment-states.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';

/**
 * A filter by payment status. Only orders with sums of payments store the status. Any other order is `paid` if its total is 0
 * and it is live (not rejected, cancelled or returned), and `unpaid` otherwise.
 */
export function withPaymentStatus(asked: readonly PaymentStatus[]): MongoFilter {
  const stored = { payment_status: operator({ $in: asked }) };
  const missing = { payment_status: operator({ $exists: false }) };
  const isFree = { ...missing, total: 0, status: operator({ $in: liveStates }) };
  const costs = { ...missing, total: operator({ $ne: 0 }) };
  const isFinal = { ...missing, status: operator({ $in: finalStates }) };
  const ways = [
    stored,
    ...(asked.includes('paid') ? [isFree] : []),
    ...(asked.includes('unpaid') ? [costs, isFinal] : []),
  ];
  return ways.length === 1 ? stored : { $or: ways };
}

/** An aggregation expression for an order's payment status: the stored one, or else the one that the filter above assumes. */
export const paymentStatusOfDocument = {
  $ifNull: [
    '$payment_status',
    { $cond: [{ $and: [{ $eq: ['$total', 0] }, { $in: ['$status', liveStates] }] }, 'paid', 'unpaid'] },
  ],
};

/** Whether every order with one of these payment statuses stores its payment status. */
export function isStoredStatus(asked: readonly PaymentStatus[]): boolean {
  return !asked.includes('paid') && !asked.includes('unpaid');
}
