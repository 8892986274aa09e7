import { texts, type Language, type Texts } from './texts.ts';

/** A language's texts and formats. */
export interface Locale {
  language: Language;
  direction: 'ltr' | 'rtl';
  texts: Texts;
  money: (amount: number) => string;
  number: (value: number) => string;
  time: (iso: string) => string;
  countries: () => { code: string; name: string }[];
}

// The countries that the example delivers to.
const countries = ['AE', 'DE', 'EG', 'GB', 'JO', 'LB', 'SA', 'SE'];

export function localeOf(language: Language, currency: string): Locale {
  // Digits 0 to 9 in both languages, matching the store's texts, order numbers and typed input.
  const tag = language === 'ar' ? 'ar-JO-u-nu-latn' : 'en';
  const money = new Intl.NumberFormat(tag, { style: 'currency', currency });
  const number = new Intl.NumberFormat(tag);
  const time = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' });
  const names = new Intl.DisplayNames(tag, { type: 'region' });
  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    texts: texts[language],
    money: (amount) => money.formatToParts(amount).map(isolated).join(''),
    number: (value) => number.format(value),
    time: (iso) => time.format(new Date(iso)),
    countries: () =>
      countries
        .map((code) => ({ code, name: names.of(code) ?? code }))
        .sort((a, b) => a.name.localeCompare(b.name, tag)),
  };
}

/** Isolates the currency from the text direction. Otherwise right-to-left text would show US$ as $US. */
function isolated({ type, value }: Intl.NumberFormatPart): string {
  return type === 'currency' ? `\u2068${value}\u2069` : value;
}

/** The language that the shopper chose earlier, or else the browser's language. */
export function initialLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen === 'ar' || chosen === 'en') return chosen;
  const first = preferred.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'ar' || tag === 'en');
  return first === 'ar' ? 'ar' : 'en';
}
