import { orderStates } from '../parts/order-words.ts';
import { asciiDigits } from '../format/ascii-digits.ts';
import type { OrderView } from './order-view.ts';

/** What the words in the search box are looked for in. */
export type LookedIn = 'customer' | 'order';

/** As the shop's numbers are, or the first characters of one: in fours, without I, L, O and U. */
const partOfNumber = /^(?=.*([a-z].*\d|\d.*[a-z]|-))[0-9a-hjkmnp-tv-z]{1,4}(-[0-9a-hjkmnp-tv-z]{0,4})*$/i;
/** A whole number without its dashes; with spaces in their place only if each group has a digit, or it could be a name. */
const wholeNumber = /^(?=.*[a-z])(?=.*\d)[0-9a-hjkmnp-tv-z]{7}([0-9a-hjkmnp-tv-z]{2})*$/i;
const spacedNumber = /^(?=\S*\d)[0-9a-hjkmnp-tv-z]{4}(\s*[\s-]\s*(?=\S*\d)[0-9a-hjkmnp-tv-z]{1,4})+$/i;
const unseenMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const dashes = /[\p{Dash_Punctuation}\u2212]/gu;
const phone = /^[\d\s()+./-]+$/;
const date = /^\d{4}-\d{2}(-\d{2})?$/;

/** Names, phones and streets are the customer's; numbers, states and dates the order's. */
export function lookedInFor(typed: string): LookedIn {
  const words = asciiDigits(typed).replace(unseenMarks, '').replace(dashes, '-').trim();
  if (words.startsWith('#')) return 'order';
  if (orderStates.some((state) => state === words.toLowerCase()) || date.test(words)) return 'order';
  if (phone.test(words)) return 'customer';
  const isNumber = [partOfNumber, wholeNumber, spacedNumber, /^[a-z]+-?\d+$/i].some((form) =>
    form.test(words),
  );
  return isNumber ? 'order' : 'customer';
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
