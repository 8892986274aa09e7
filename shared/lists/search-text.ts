import { operator } from '../mongo/operator.ts';
import type { MongoFilter } from '../mongo/operator.ts';

/** Stands between the fields of a search text: no search term can hold it. */
export const separator = '\u0000';

/** The text that `search` looks into: every searchable field as it is displayed, in lower case. */
export function searchText(fields: readonly (string | number | null)[]): string {
  return fields.map((value) => String(value ?? '').toLowerCase()).join(separator);
}

/** A price as displayed, with the currency's decimals and without trailing zeros: both can be searched for. */
export function displayedPrice(minor: number, decimals: number): string {
  const full = (minor / 10 ** decimals).toFixed(decimals);
  const short = String(minor / 10 ** decimals);
  return full === short ? full : `${full} ${short}`;
}

/** Partial match of a term in a search text, as text. */
export function holdsTerm(field: string, term: string): MongoFilter {
  return { [field]: operator({ $regex: literally(term.toLowerCase()) }) };
}

/** The text as a pattern that matches just it. */
export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}
