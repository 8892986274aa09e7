import { field, kindOf, type Field, type Reading, type StoreLocale } from './fields.ts';
import { day, integer, moment, money, noneOf } from './field-kinds.ts';
import { isObject } from './json-values.ts';
import { dayRange, isCalendarDay } from './moments.ts';

/** ISO 8601 UTC; `from` inclusive, `until` exclusive. */
export interface MomentRange {
  from?: string;
  until?: string;
}

/** Converts a day to its range of times in the time zone. Returns a range unchanged. */
export function momentsOf(asked: string | MomentRange, timeZone: string): MomentRange {
  return typeof asked === 'string' ? dayRange(asked, timeZone) : asked;
}

export interface AmountRange {
  from?: number;
  to?: number;
}

interface Ends<End> {
  from?: End;
  to?: End;
}

const most = 200;

/** A day, or a range from `[from]` to `[to]`. Days are inclusive; a time in `[to]` is exclusive. */
export function dateFilter(): Field<string | MomentRange | undefined> {
  return ranged(day(), momentOrDay(), ({ from, to }) => ({
    ...(from && { from: from.from }),
    ...(to && { until: to.until }),
  }));
}

/** An amount of money, or `[from]` and `[to]`, both inclusive. */
export function moneyFilter(limits: { max: number }): Field<number | AmountRange | undefined> {
  return ranged(money(limits), money(limits), (range) => range);
}

export function countFilter({ max }: { max: number }): Field<number | AmountRange | undefined> {
  const count = () => integer({ min: 0, max });
  return ranged(count(), count(), (range) => range);
}

/**
 * Joins several values of a parameter with commas. An object, or a list that contains one, becomes NaN, which no parameter accepts
 * or treats as blank. `String` would call the `toString` of an object, which the request can set.
 */
export function inOneText(value: unknown): unknown {
  if (!Array.isArray(value)) return isObject(value) ? NaN : value;
  const values: readonly unknown[] = value;
  return values.some((each) => typeof each === 'object' && each !== null) ? NaN : values.join(',');
}

/** One value, or several, separated by commas or as a list; duplicates count once. */
export function anyOf<T extends number>(
  one: Field<T>,
  { pattern, description }: { pattern: string; description: string },
): Field<T | readonly T[]> {
  const { read } = kindOf(one);
  return field<T | readonly T[]>({
    schema: {
      type: 'string',
      pattern: `^${pattern}(,${pattern}){0,${most - 1}}$`,
      description: `${description} Several separated by commas, at most ${most}.`,
    },
    read: (sent, locale) => {
      const value = inOneText(sent);
      if (typeof value !== 'string' || !value.includes(',')) return read(value, locale);
      const words = value.split(',', most + 1);
      if (words.length > most) return { rule: 'max_items', params: { max: most } };
      const values = new Set<T>();
      for (const word of words) {
        const reading = read(word.trim(), locale);
        if (!('value' in reading)) return reading;
        values.add(reading.value);
      }
      const [only] = values;
      return { value: values.size === 1 && only !== undefined ? only : [...values] };
    },
  });
}

/** One of these words, or several, separated by commas or as a list, in upper or lower case. */
export function wordsFilter<const T extends string>(words: readonly T[]): Field<readonly T[]> {
  const word = `(${words.join('|')})`;
  return field<readonly T[]>({
    schema: {
      type: 'string',
      pattern: `^${word}(,${word})*$`,
      description: `${words.join(', ')}. Several separated by commas.`,
    },
    read: (sent) => {
      const value = inOneText(sent);
      if (typeof value !== 'string') return noneOf(words, 'string');
      const asked = new Set(value.split(',').map((each) => each.trim().toLowerCase()));
      const known = words.filter((each) => asked.has(each));
      return known.length === asked.size ? { value: known } : noneOf(words);
    },
  });
}

export function idsFilter(): Field<number | readonly number[]> {
  return anyOf(integer({ min: 0, max: Number.MAX_SAFE_INTEGER }), {
    pattern: '(0|[1-9][0-9]{0,14})',
    description: 'An id.',
  });
}

/** A filter with a single value, parsed by `plain`, or with `[from]` and `[to]`, parsed by `ends`. */
function ranged<T, End, Range extends object>(
  plain: Field<T>,
  ends: Field<End>,
  toRange: (ends: Ends<End>) => Range,
): Field<T | Range | undefined> {
  const { read, schema } = kindOf(plain);
  return field<T | Range | undefined>({
    schema,
    ends,
    read: (value, locale) =>
      isObject(value) ? readEnds(value, { ends, toRange }, locale) : read(value, locale),
  });
}

function readEnds<End, Range extends object>(
  sent: object,
  { ends, toRange }: { ends: Field<End>; toRange: (ends: Ends<End>) => Range },
  locale: StoreLocale,
): Reading<Range | undefined> {
  const { read } = kindOf(ends);
  const given = Object.entries(sent).filter(([, value]) => (value ?? null) !== null);
  const readings = given.map(([at, value]) => ({
    at,
    reading: at === 'from' || at === 'to' ? read(value, locale) : unknownEnd,
  }));
  const within = readings.flatMap(({ at, reading }) => ('rule' in reading ? [{ ...reading, at }] : []));
  if (within.length > 0) return { within };
  const values = readings.map(({ at, reading }) => [at, (reading as { value: End }).value] as const);
  // If both ends are blank, there is no filter.
  return { value: values.length > 0 ? toRange(Object.fromEntries(values)) : undefined };
}

const unknownEnd = noneOf(['from', 'to'], 'unknown_filter');

/** One end of a range, as a pair of times. For a day: its start and the next day's start. For a time: that time twice. */
function momentOrDay(): Field<Required<MomentRange>> {
  const { schema, read } = kindOf(moment());
  return field<Required<MomentRange>>({
    schema,
    read: (value, locale) => {
      if (typeof value === 'string' && isCalendarDay(value))
        return { value: dayRange(value, locale.timeZone) };
      const reading = read(value, locale);
      return 'value' in reading ? { value: { from: reading.value, until: reading.value } } : reading;
    },
  });
}
