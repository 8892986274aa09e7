import { searchText } from '#shared/engine/lists/search-text.ts';
import type { Payment } from '../../records/tables.ts';

export function paymentText({ order_id, reference }: Pick<Payment, 'order_id' | 'reference'>): string {
  return searchText([order_id, reference]);
}
