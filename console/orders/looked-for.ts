import { orderStates } from '../parts/order-words.ts';
import type { OrderView } from './order-view.ts';

/** What the words in the search box are looked for in. */
export type LookedIn = 'customer' | 'order';

/** As the shop's numbers are, or the first characters of one: in fours, without I, L, O and U. */
const partOfNumber = /^(?=.*([a-z].*\d|\d.*[a-z]|-))[0-9a-hjkmnp-tv-z]{1,4}(-[0-9a-hjkmnp-tv-z]{0,4})*$/i;
const phone = /^[\d\s()+./-]+$/;
const date = /^\d{4}-\d{2}(-\d{2})?$/;

/** Names, phones and streets are the customer's; numbers, states and dates the order's. */
export function lookedInFor(words: string): LookedIn {
  if (orderStates.some((state) => state === words.toLowerCase()) || date.test(words)) return 'order';
  if (phone.test(words)) return 'customer';
  return partOfNumber.test(words) || /^[a-z]+-?\d+$/i.test(words) ? 'order' : 'customer';
}

/** The words that are looked for, wherever. */
export function wordsOf({ search, filters }: OrderView): string {
  return search === '' ? (filters.customer ?? '') : search;
}

/** The view that looks for these words there, and nowhere else. */
export function lookingFor(
  words: string,
  lookedIn: LookedIn,
  { filters }: Pick<OrderView, 'filters'>,
): Pick<OrderView, 'search' | 'filters'> {
  const isOfCustomer = lookedIn === 'customer';
  return { search: isOfCustomer ? '' : words, filters: { ...filters, customer: isOfCustomer ? words : '' } };
}
