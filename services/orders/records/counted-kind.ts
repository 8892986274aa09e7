import type { Order } from './tables.ts';

export type Counted = Pick<Order, 'status' | 'payment_method'>;

/** Status and payment method, such as `pending:1`. */
export function countedKind({ status, payment_method }: Counted): string {
  return `${status}:${payment_method}`;
}
