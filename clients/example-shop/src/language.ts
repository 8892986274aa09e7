import { texts } from './texts.ts';
import type { Language, Texts } from './texts.ts';

/** How one language writes and reads. */
export interface Locale {
  language: Language;
  direction: 'ltr' | 'rtl';
  texts: Texts;
  money: (amount: number) => string;
  number: (value: number) => string;
  time: (iso: string) => string;
  countries: () => { code: string; name: string }[];
}

// Those that the example delivers to.
const countries = ['AE', 'DE', 'EG', 'GB', 'JO', 'LB', 'SA', 'SE'];

export function localeOf(language: Language, currency: string): Locale {
  // One kind of digits on a page: the store's texts and its order numbers, and what is typed, have 0 to 9.
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

/** From right to left US$ would come out as $US: a currency runs in its own direction (Unicode's FSI and PDI). */
function isolated({ type, value }: Intl.NumberFormatPart): string {
  return type === 'currency' ? `\u2068${value}\u2069` : value;
}

/** The one chosen before, else the browser's. */
export function initialLanguage(chosen: string | null, preferred: readonly string[]): Language {
  if (chosen === 'ar' || chosen === 'en') return chosen;
  const first = preferred.map((tag) => tag.slice(0, 2)).find((tag) => tag === 'ar' || tag === 'en');
  return first === 'ar' ? 'ar' : 'en';
}
