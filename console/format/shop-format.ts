import type { Language } from '../texts/define-texts.ts';
import { isolated, localeOf } from '../texts/fill-text.ts';

/** Formats depend on the shop's settings, never on the browser's region. */
export interface Shop {
  currency: string;
  /** From the store, because browsers differ: IQD has three decimals in some browsers, and none in the store. */
  decimals: number;
  timeZone: string;
}

export type MomentStyle = 'time' | 'day' | 'moment' | 'second' | 'short';

export interface ShopFormat {
  money: (amount: number) => string;
  /** An amount as staff type it and the API accepts it: without the currency, with all decimals. */
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
  /** A city and its country on one line, each in its own text direction. `country` is a two-letter code. */
  place: (city: string, country: string) => string;
  /** `day` is `YYYY-MM-DD`. */
  calendarDay: (day: string) => string;
  /** "November 2026". `month` is `YYYY-MM`. */
  calendarMonth: (month: string) => string;
  /** "Mon". `day` is `YYYY-MM-DD`. */
  weekday: (day: string) => string;
  list: (parts: readonly string[]) => string;
  readonly decimals: number;
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

const calendarStyles = {
  day: { ...styles.day, weekday: 'short' },
  weekday: { weekday: 'short' },
  month: { year: 'numeric', month: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** For less than a minute, `Intl` would return "now". That reads badly after a verb: "Placed now". */
const justNow: Readonly<Record<Language, string>> = { en: 'just now', ar: 'الآن' };

export function createShopFormat({ currency, decimals, timeZone }: Shop, language: Language): ShopFormat {
  const locale = localeOf(language);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  const money = madeOnce(() => new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }));
  const number = madeOnce(() => new Intl.NumberFormat(locale));
  const short = madeOnce(
    () => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }),
  );
  const relative = madeOnce(
    (style: 'long' | 'short') => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style }),
  );
  const since = (iso: string, now: Date, style: 'long' | 'short') => {
    const [amount, unit] = distance(now.getTime() - new Date(iso).getTime());
    if (unit === 'second') return justNow[language];
    return relative(style).format(-amount, unit);
  };
  // The Swedish locale formats dates like ISO 8601.
  const day = madeOnce(
    () => new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }),
  );
  const calendar = madeOnce((options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    return (day: string) => format.format(new Date(`${day}T00:00:00Z`));
  });
  const moments = madeOnce(
    (style: MomentStyle) => new Intl.DateTimeFormat(locale, { ...styles[style], timeZone }),
  );
  const yearOf = (moment: Date) => day().format(moment).slice(0, 4);
  const list = (parts: readonly string[]) => parts.join(language === 'ar' ? '، ' : ', ');
  return {
    decimals,
    // In Arabic text, `US$` would appear as `$US`, because the sign has no text direction of its own. So isolate the amount.
    money: (amount) =>
      money()
        .formatToParts(amount)
        .map(({ type, value }) => (type === 'currency' && language === 'ar' ? isolated(value) : value))
        .join(''),
    plainMoney: (amount) => amount.toFixed(decimals),
    number: (value) => number().format(value),
    // Creating this format takes a phone 50 ms, so small counts are written without it.
    shortNumber: (value) =>
      Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : short().format(value),
    moment: (iso, style = 'moment', now = new Date()) => {
      const at = new Date(iso);
      const isOtherYear = style === 'short' && yearOf(at) !== yearOf(now);
      return moments(isOtherYear ? 'moment' : style).format(at);
    },
    ago: (iso, now) => since(iso, now, 'long'),
    shortAgo: (iso, now) => since(iso, now, 'short'),
    weekday: (given) => calendar(calendarStyles.weekday)(given),
    calendarMonth: (given) => calendar(calendarStyles.month)(`${given}-01`),
    calendarDay: (given) => calendar(calendarStyles.day)(given),
    dayOf: (moment) => day().format(moment),
    list,
    place: (city, country) => list([city, countryName(country, locale) ?? country].map(isolated)),
  };
}

/** The name of a country in a language. Undefined for an unknown two-letter code. */
export function countryName(code: string, locale: string): string | undefined {
  if (!/^[A-Za-z]{2}$/.test(code)) return undefined;
  return countries(locale).of(code.toUpperCase());
}

const countries = madeOnce(
  (locale: string) => new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }),
);

/** Makes a format when it is first used and keeps it, because making one takes a phone several milliseconds. */
function madeOnce<Made>(make: () => Made): () => Made;
function madeOnce<Key, Made>(make: (key: Key) => Made): (key: Key) => Made;
function madeOnce<Key, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new Map<Key, Made>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
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
