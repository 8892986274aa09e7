import type { Language, Text, Texts, Values, Words } from './define-texts.ts';

/**
 * The text with this key. Keys such as `payment_paid` contain a value from the API. A newer store may send a value that this
 * console has no text for, and the API's value is then shown.
 */
export function textAt(texts: Texts, key: string, language: Language, values?: Values): string {
  const text = texts[key];
  return text === undefined
    ? key.replace(/^(payment|return|state|disabled)_/, '')
    : fillText(text, language, values);
}

/** Replaces the placeholders. Each value is isolated from the text direction around it. */
export function fillText(text: Text, language: Language, values: Values = {}): string {
  return form(text[language], language, values).replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined
      ? whole
      : isolated(typeof value === 'number' ? digits(value, language) : value);
  });
}

/**
 * Wraps text in a first strong isolate, so that an Arabic name in English, or a number in Arabic, doesn't reorder the text
 * around it.
 */
export function isolated(text: string): string {
  return `\u2068${text}\u2069`;
}

/**
 * A locale with ASCII digits in both languages. Slips, phone numbers and order numbers have ASCII digits too.
 */
export function localeOf(language: Language): string {
  return language === 'ar' ? 'ar-u-nu-latn' : 'en';
}

function form(words: Words, language: Language, values: Values): string {
  if (typeof words === 'string') return words;
  const count = Number(values['count'] ?? 0);
  // English has no category for zero, but a text may have its own form for it.
  const rule = count === 0 ? 'zero' : new Intl.PluralRules(language).select(count);
  return words[rule] ?? words.other;
}

function digits(value: number, language: Language): string {
  return new Intl.NumberFormat(localeOf(language)).format(value);
}
