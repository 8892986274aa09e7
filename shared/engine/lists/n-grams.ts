export const gramLength = 3;

/** A whole day (`2026-01-31`) is a gram of its own, because three characters of a day match too many other days. */
const days = /(?=(\d{4}-\d{2}-\d{2}))/g;

/**
 * Returns every `length` consecutive characters of each field, the shorter pieces at the field's end, and whole
 * days. So a term shorter than a gram is a prefix of some gram. `separator` separates the fields.
 */
export function gramsOf(text: string, separator: string, length = gramLength): string[] {
  const grams = new Set(daysOf(text));
  for (const field of text.split(separator)) {
    for (let start = 0; start < field.length; start += 1) grams.add(field.slice(start, start + length));
  }
  return [...grams];
}

/** The full-length grams of a term. A text that contains the term has all of them. Empty for a term shorter than a gram. */
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
