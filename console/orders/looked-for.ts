import type { LookedIn } from '../parts/looked-in.ts';
import type { OrderView } from './order-view.ts';

export function wordsOf({ search, filters }: OrderView): string {
  return search === '' ? (filters.customer ?? '') : search;
}

export function lookingFor(
  words: string,
  lookedIn: LookedIn,
  { filters }: Pick<OrderView, 'filters'>,
): Pick<OrderView, 'search' | 'filters'> {
  const isOfCustomer = lookedIn === 'customer';
  return { search: isOfCustomer ? '' : words, filters: { ...filters, customer: isOfCustomer ? words : '' } };
}
