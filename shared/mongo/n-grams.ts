/** How many characters of a text are looked up together. */
export const gramLength = 3;

/**
 * Every three characters in a row of each field, and what is shorter at a field's end, so that each place of a text
 * begins one: a term of one or two characters is then the beginning of some. Fields are separated by `separator`.
 */
export function gramsOf(text: string, separator: string): string[] {
  const grams = new Set<string>();
  for (const field of text.split(separator)) {
    for (let start = 0; start < field.length; start += 1) grams.add(field.slice(start, start + gramLength));
  }
  return [...grams];
}

/** The whole grams of a term: all that a text must have to hold it. None of a term that is shorter than one. */
export function gramsOfTerm(term: string): string[] {
  const grams = new Set<string>();
  for (let start = 0; start + gramLength <= term.length; start += 1) {
    grams.add(term.slice(start, start + gramLength));
  }
  return [...grams];
}
