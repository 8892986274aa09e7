/** The number of characters in a gram. */
export const gramLength = 3;

/** Three characters of a day match too many other days, so a whole day is a gram of its own. */
const days = /(?=(\d{4}-\d{2}-\d{2}))/g;

/**
 * Every `length` consecutive characters of each field, the shorter rests at its end, and whole days. A gram
 * starts at every character, so a term shorter than a gram is a prefix of a gram. `separator` separates fields.
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
