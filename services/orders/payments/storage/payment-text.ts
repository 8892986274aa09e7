import { searchText } from '#shared/engine/lists/search-text.ts';
import type { Payment } from '../../records/tables.ts';

/** The text in which lists of payments search. */
export function paymentText({ order_id, reference }: Pick<Payment, 'order_id' | 'reference'>): string {
  return searchText([order_id, reference]);
}
