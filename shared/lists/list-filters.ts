import { operator } from '../mongo/operator.ts';
import type { MongoFilter } from '../mongo/operator.ts';
import type { StoreLocale } from '../contracts/schema-kit/fields.ts';
import { dayRange } from '../contracts/schema-kit/moments.ts';

/** The text as a pattern that matches just it. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

/** Case-insensitive partial match in any of these fields. */
export function containsIn(paths: readonly string[], text: string): MongoFilter {
  const pattern = operator({ $regex: literally(text), $options: 'i' });
  return { $or: paths.map((path) => ({ [path]: pattern })) };
}

/** The records of one day in the store's time zone; moments are kept as ISO 8601 UTC text, which sorts as time does. */
export function onDay(path: string, day: string, locale: StoreLocale): MongoFilter {
  const { from, until } = dayRange(day, locale.timeZone);
  return { [path]: operator({ $gte: from, $lt: until }) };
}

/** Stands between the fields of a search text: no search term can hold it. */
export const separator = '\u0000';

/** The text that `search` looks into: every searchable field as it is displayed, in lower case. */
export function searchText(fields: readonly (string | number | null)[]): string {
  return fields.map((value) => String(value ?? '').toLowerCase()).join(separator);
}

/** Partial match of a term in `search`, as text. */
export function matchesSearch(term: string): MongoFilter {
  return { search: operator({ $regex: literally(term.toLowerCase()) }) };
}

/** A price as displayed, with the currency's decimals and without trailing zeros: both can be searched for. */
export function displayedPrice(minor: number, decimals: number): string {
  const full = (minor / 10 ** decimals).toFixed(decimals);
  const short = String(minor / 10 ** decimals);
  return full === short ? full : `${full} ${short}`;
}
