/** How many characters of a text are looked up together. */
export const gramLength = 3;

/** Three characters of a day are in the texts of far too many other days: a day is a gram of its own. */
const days = /(?=(\d{4}-\d{2}-\d{2}))/g;

/**
 * Every three characters in a row of each field (or `length` of them), and what is shorter at a field's end, so that each
 * place of a text begins one: a shorter term is then the beginning of some. Days as well. Fields are separated by
 * `separator`.
 */
export function gramsOf(text: string, separator: string, length = gramLength): string[] {
  const grams = new Set(daysOf(text));
  for (const field of text.split(separator)) {
    for (let start = 0; start < field.length; start += 1) grams.add(field.slice(start, start + length));
  }
  return [...grams];
}

/** The whole grams of a term: all that a text must have to hold it. None of a term that is shorter than one. */
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
