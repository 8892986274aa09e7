import type { Order } from './tables.ts';

export type Counted = Pick<Order, 'status' | 'payment_method'>;

/** `pending:1` */
export function countedKind({ status, payment_method }: Counted): string {
  return `${status}:${payment_method}`;
}
