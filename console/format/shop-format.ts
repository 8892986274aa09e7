import type { Language } from '../texts/define-texts.ts';
import { isolated, localeOf } from '../texts/fill-text.ts';

/** Formats depend on the shop's settings, never on the browser's region. */
export interface Shop {
  currency: string;
  timeZone: string;
}

export type MomentStyle = 'time' | 'day' | 'moment' | 'second' | 'short';

export interface ShopFormat {
  money: (amount: number) => string;
  /** An amount as it is typed and sent: without currency, with all decimals. */
  plainMoney: (amount: number) => string;
  number: (value: number) => string;
  /** "1.2K" */
  shortNumber: (value: number) => string;
  /** The style `short` omits the year, unless it differs from the shop's current year. */
  moment: (iso: string | Date, style?: MomentStyle, now?: Date) => string;
  /** "5 minutes ago" */
  ago: (iso: string, now: Date) => string;
  /** "5 min. ago" */
  shortAgo: (iso: string, now: Date) => string;
  /** The day of a moment in the shop's time zone, in the format for filters: `YYYY-MM-DD`. */
  dayOf: (moment: Date) => string;
  /** A city and its two-letter country code on one line, each in its own text direction. */
  place: (city: string, country: string) => string;
  /** `day` is `YYYY-MM-DD`. */
  calendarDay: (day: string) => string;
  /** "November 2026". `month` is `YYYY-MM`. */
  calendarMonth: (month: string) => string;
  /** "Mon". `day` is `YYYY-MM-DD`. */
  weekday: (day: string) => string;
  list: (parts: readonly string[]) => string;
  decimals: number;
}

const styles: Record<MomentStyle, Intl.DateTimeFormatOptions> = {
  time: { hour: 'numeric', minute: '2-digit' },
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  moment: { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
  second: {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  },
  short: { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
};

/** `Intl` would say "now", which reads badly after a verb. */
const justNow: Readonly<Record<Language, string>> = { en: 'just now', ar: 'الآن' };

export function createShopFormat({ currency, timeZone }: Shop, language: Language): ShopFormat {
  const locale = localeOf(language);
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const decimals = money.resolvedOptions().maximumFractionDigits ?? 2;
  const number = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const since = (iso: string, now: Date, style: 'long' | 'short') => {
    const [amount, unit] = distance(now.getTime() - new Date(iso).getTime());
    if (unit === 'second') return justNow[language];
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }).format(-amount, unit);
  };
  // The Swedish locale formats dates like ISO 8601.
  const day = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  const calendar = new Intl.DateTimeFormat(locale, { ...styles.day, weekday: 'short', timeZone: 'UTC' });
  const weekdays = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' });
  const moments = new Map<MomentStyle, Intl.DateTimeFormat>();
  const momentFormat = (style: MomentStyle) => {
    const known = moments.get(style) ?? new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
    moments.set(style, known);
    return known;
  };
  const yearOf = (moment: Date) => day.format(moment).slice(0, 4);
  const list = (parts: readonly string[]) => parts.join(language === 'ar' ? '، ' : ', ');
  return {
    decimals,
    // In Arabic text, `US$` would appear as `$US`, because the sign has no text direction of its own. So isolate the amount.
    money: (amount) =>
      money
        .formatToParts(amount)
        .map(({ type, value }) => (type === 'currency' && language === 'ar' ? isolated(value) : value))
        .join(''),
    plainMoney: (amount) => amount.toFixed(decimals),
    number: (value) => number.format(value),
    shortNumber: (value) => short.format(value),
    moment: (iso, style = 'moment', now = new Date()) => {
      const at = new Date(iso);
      const isOtherYear = style === 'short' && yearOf(at) !== yearOf(now);
      return momentFormat(isOtherYear ? 'moment' : style).format(at);
    },
    ago: (iso, now) => since(iso, now, 'long'),
    shortAgo: (iso, now) => since(iso, now, 'short'),
    weekday: (given) => weekdays.format(new Date(`${given}T00:00:00Z`)),
    calendarMonth: (given) => months.format(new Date(`${given}-01T00:00:00Z`)),
    calendarDay: (given) => calendar.format(new Date(`${given}T00:00:00Z`)),
    dayOf: (moment) => day.format(moment),
    list,
    place: (city, country) => list([city, countryName(country, locale) ?? country].map(isolated)),
  };
}

/** Undefined for an unknown two-letter code. */
export function countryName(code: string, locale: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code.toUpperCase());
}

export function daysUpTo(day: string, count: number): string[] {
  const last = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The first days of the last `count` months, up to the month of `day`. */
export function firstOfMonths(day: string, count: number): string[] {
  const [year = 0, month = 1] = day.split('-').map(Number);
  return Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(year, month - count + index, 1)).toISOString().slice(0, 10),
  );
}

function distance(ms: number): [amount: number, unit: Intl.RelativeTimeFormatUnit] {
  const minutes = Math.max(Math.floor(ms / 60_000), 0);
  if (minutes === 0) return [0, 'second'];
  if (minutes < 60) return [minutes, 'minute'];
  if (minutes < 48 * 60) return [Math.floor(minutes / 60), 'hour'];
  return [Math.floor(minutes / (24 * 60)), 'day'];
}

/** Calculated in minor units, so that the total is exact. */
export function lineTotal(
  line: { amount: number; main_price: number; discount_amount: number },
  decimals: number,
) {
  const scale = 10 ** decimals;
  return (
    (Math.round(line.main_price * scale) * line.amount - Math.round(line.discount_amount * scale)) / scale
  );
}
