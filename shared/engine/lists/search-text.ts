import { operator, type MongoFilter } from '../../platform/mongo/operator.ts';
import { digitsOf, foldText } from '../../contracts/kit/fold-text.ts';

/** Separates the fields of a search text. No search term can contain it. */
export const separator = '\u0000';

/** The text that `search` covers: every searchable field as displayed, normalised by `foldText`. */
export function searchText(fields: readonly (string | number | null)[]): string {
  return fields.map((value) => foldText(String(value ?? ''))).join(separator);
}

/** A price as displayed, with the currency's decimals and without trailing zeros. Both forms can be searched for. */
export function displayedPrice(minor: number, decimals: number): string {
  const full = (minor / 10 ** decimals).toFixed(decimals);
  const short = String(minor / 10 ** decimals);
  return full === short ? full : `${full} ${short}`;
}

/** Matches a search text that contains exactly the term. `places`: only these fields of the text, counted from 0. */
export function holdsTerm(field: string, term: string, places?: readonly number[]): MongoFilter {
  return holdsAny(field, [foldedTerm(term)], places);
}

export function holdsAny(field: string, spelt: readonly string[], places?: readonly number[]): MongoFilter {
  return inPlaces(field, `(?:${spelt.map(literally).join('|')})`, places);
}

/** Matches phone numbers with the term's digits, in any spelling. Of nine digits or more, only the last eight are compared. */
export function holdsPhone(field: string, term: string, places: readonly number[]): MongoFilter {
  const digits = phoneDigits(term);
  if (digits === null) return holdsTerm(field, term, places);
  const shown = Array.from(digits).join('[^0-9\\x00]*');
  return inPlaces(field, shown, places);
}

/** The consecutive digits that a matching phone number must contain. Null if the term is not part of a phone number. */
export function phoneDigits(term: string): string | null {
  const digits = digitsOf(term);
  const isPhone = digits.length >= 3 && /^[\d\s()+./-]+$/.test(foldText(term));
  if (!isPhone) return null;
  return digits.length >= 9 ? digits.slice(-8) : digits;
}

/** If `foldText` leaves nothing, returns the term unchanged, which no stored text contains. */
export function foldedTerm(term: string): string {
  return foldText(term) || term;
}

function inPlaces(field: string, pattern: string, places?: readonly number[]): MongoFilter {
  if (!places) return { [field]: operator({ $regex: pattern }) };
  const beginnings = places.map((place) => `^(?:[^\\x00]*\\x00){${place}}[^\\x00]*`);
  return { [field]: operator({ $regex: `(?:${beginnings.join('|')})${pattern}` }) };
}

export function literally(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
}

export const gramLength = 3;

/** A whole day (`2026-01-31`) is an n-gram of its own, because each three characters of a day also occur in many other days. */
const days = /(?=(\d{4}-\d{2}-\d{2}))/g;

/**
 * The n-grams of a text: every `length` consecutive characters of each field, the shorter pieces at the field's end, and whole
 * days. With the shorter pieces, even a short term is the beginning of an n-gram.
 */
export function gramsOf(text: string, length = gramLength): string[] {
  const grams = new Set(daysOf(text));
  for (const field of text.split(separator)) {
    for (let start = 0; start < field.length; start += 1) grams.add(field.slice(start, start + length));
  }
  return [...grams];
}

/** The full-length n-grams of a term. A text with the term has them all. Empty if the term is shorter than an n-gram. */
export function gramsOfTerm(term: string, length = gramLength): string[] {
  const grams = new Set(daysOf(term));
  for (let start = 0; start + length <= term.length; start += 1) {
    grams.add(term.slice(start, start + length));
  }
  return [...grams];
}

function daysOf(text: string): string[] {
  return Array.from(text.matchAll(days), ([, day = '']) => day);
}
