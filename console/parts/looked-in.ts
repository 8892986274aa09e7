import type { adminUsersList } from '#clients/typescript/src/main.ts';
import { asciiDigits } from '../format/ascii-digits.ts';
import { orderStates } from './order-words.ts';

export type LookedIn = 'customer' | 'order';

/** Matches an order number or its beginning: groups of four characters, without the letters I, L, O and U. */
const partOfNumber = /^(?=.*([a-z].*\d|\d.*[a-z]|-))[0-9a-hjkmnp-tv-z]{1,4}(-[0-9a-hjkmnp-tv-z]{0,4})*$/i;
/**
 * Matches a whole order number without dashes. If spaces replace the dashes, each group needs a digit,
 * because the text could otherwise be a name.
 */
const wholeNumber = /^(?=.*[a-z])(?=.*\d)[0-9a-hjkmnp-tv-z]{7}([0-9a-hjkmnp-tv-z]{2})*$/i;
const spacedNumber = /^(?=\S*\d)[0-9a-hjkmnp-tv-z]{4}(\s*[\s-]\s*(?=\S*\d)[0-9a-hjkmnp-tv-z]{1,4})+$/i;
const unseenMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const dashes = /[\p{Dash_Punctuation}\u2212]/gu;
const phone = /^[\d\s()+./-]+$/;
const date = /^\d{4}-\d{2}(-\d{2})?$/;

/** Guesses what a search means: names, phones and streets belong to customers; numbers, statuses and dates belong to orders. */
export function lookedInFor(typed: string): LookedIn {
  const words = plain(typed);
  if (words.startsWith('#')) return 'order';
  if (orderStates.some((state) => state === words.toLowerCase()) || date.test(words)) return 'order';
  if (isPhone(words)) return 'customer';
  const isNumber = [partOfNumber, wholeNumber, spacedNumber, /^[a-z]+-?\d+$/i].some((form) =>
    form.test(words),
  );
  return isNumber ? 'order' : 'customer';
}

/** Whether the text may be a phone number or a part of one. */
export function isPhone(typed: string): boolean {
  const words = plain(typed);
  return phone.test(words) && !date.test(words);
}

export type CustomersQuery = NonNullable<Parameters<typeof adminUsersList>[0]['query']>;

/**
 * The query with which the API finds customers as staff search for them. The API's search compares characters, so 079
 * would not find +962 79. The API's filter for phones compares digits. If the list already has this filter, both apply.
 */
export function customersQuery({ search, ...query }: CustomersQuery): CustomersQuery {
  if (search === undefined) return query;
  const isByDigits = isPhone(search) && !('filters[phone]' in query);
  return { ...(isByDigits ? { 'filters[phone]': search } : { search }), ...query };
}

function plain(typed: string): string {
  return asciiDigits(typed).replace(unseenMarks, '').replace(dashes, '-').trim();
}
