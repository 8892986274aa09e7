/** The number of characters in a gram. */
export const gramLength = 3;

/** Three characters of a day match too many other days, so a whole day is a gram of its own. */
const days = /(?=(\d{4}-\d{2}-\d{2}))/g;

/**
 * Every `length` consecutive characters of each field, and the shorter rest at its end, so that a gram starts
 * at every place of a text: a shorter term is then a prefix of one. Also whole days. `separator` separates
 * fields.
 */
export function gramsOf(text: string, separator: string, length = gramLength): string[] {
  const grams = new Set(daysOf(text));
  for (const field of text.split(separator)) {
    for (let start = 0; start < field.length; start += 1) grams.add(field.slice(start, start + length));
  }
  return [...grams];
}

/** The whole grams of a term, all of which a text must have to contain it. Empty for a term shorter than a gram. */
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
