import type { Language, Text, Values, Words } from './define-texts.ts';

/** The text in a language with its values, each set apart from the direction of the words around it. */
export function fillText(text: Text, language: Language, values: Values = {}): string {
  return form(text[language], language, values).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined
      ? whole
      : isolated(typeof value === 'number' ? digits(value, language) : value);
  });
}

/** First strong isolate: a name in Arabic inside English words, or a number inside Arabic ones, moves nothing around it. */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/** ASCII digits in both languages, as they stand on slips, in phone numbers and in order numbers. */
export function localeOf(language: Language): string {
  return language === 'ar' ? 'ar-u-nu-latn' : 'en';
}

function form(words: Words, language: Language, values: Values): string {
  if (typeof words === 'string') return words;
  const rule = new Intl.PluralRules(language).select(Number(values['count'] ?? 0));
  return words[rule] ?? words.other;
}

function digits(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language)).format(value);
}
