import type { Order } from './tables.ts';

export type Counted = Pick<Order, 'status' | 'payment_method'>;

/** Joins status and payment method into one key, such as `pending:1`. */
export function countedKind({ status, payment_method }: Counted): string {
  return `${status}:${payment_method}`;
}
