import type { FieldRule } from '../errors.ts';
import { countries } from '../countries.ts';
import { field, type BrokenRule, type Field, type JsonSchema } from './fields.ts';
import { daySpelling, isCalendarDay, parseMoment } from './moments.ts';
import { exceeds, parseDecimal, toMinorUnits } from './money.ts';

/** Control characters, which texts must not contain, because they are never intended. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/u;

// The gateway trims texts before their length is checked, so a documented text begins and ends with a visible character.
const visible = String.raw`[^\s\x00-\x1f\x7f]`;
const printable = String.raw`[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]`;
const textPattern = `^${visible}(?:${printable}*${visible})?$`;

/** Text of `min` to `max` characters (code points, as PHP's mb_strlen counts). */
export function text({ min = 0, max }: { min?: number; max: number }): Field<string> {
  return field({
    schema: { type: 'string', minLength: Math.max(min, 1), maxLength: max, pattern: textPattern },
    read: (value) => {
      if (typeof value !== 'string') return { rule: 'string' };
      // MongoDB cannot store lone surrogates as UTF-8.
      if (!value.isWellFormed()) return { rule: 'unicode' };
      if (unprintable.test(value)) return { rule: 'control_characters' };
      const { length } = Array.from(value);
      if (length < min) return { rule: 'min_characters', params: { min } };
      if (length > max) return { rule: 'max_characters', params: { max } };
      return { value };
    },
  });
}

function patternText(rule: FieldRule, pattern: RegExp, schema: JsonSchema, fold = (v: string) => v) {
  return field({
    schema,
    read: (value) => {
      if (typeof value !== 'string') return { rule: 'string' };
      return value.length <= 255 && pattern.test(value) ? { value: fold(value) } : { rule };
    },
  });
}

/** An e-mail address as HTML forms accept it, kept as written. */
export const email = (): Field<string> =>
  patternText(
    'email',
    /^[^\s@<>()[\]\\,;:"\u0000-\u001f]+@[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?\.[\p{L}\p{N}-]*[\p{L}\p{N}]$/u,
    // The documented pattern allows only ASCII domains, because programming languages define letters differently.
    {
      type: 'string',
      format: 'email',
      maxLength: 255,
      pattern: String.raw`^[^\s@<>()\[\]\\,;:"\x00-\x1f]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z0-9-]*[A-Za-z0-9]$`,
    },
  );

const longestUrl = 2000;
// Describes the host in its simplest form, because programming languages validate other parts of URLs differently.
const httpsUrlSchema = {
  type: 'string',
  format: 'uri',
  maxLength: longestUrl,
  pattern: '^https://[a-z][a-z0-9]*([.][a-z][a-z0-9]*)+(:[1-9][0-9]{0,3})?(/[A-Za-z0-9._~/-]*)?$',
};

/** Returns null for a text that is not an absolute URL, or that contains a user or a password. */
function plainUrl(text: string): URL | null {
  const url = URL.canParse(text) && !/\s/.test(text) ? new URL(text) : null;
  return url?.username === '' && url.password === '' ? url : null;
}

function url(rule: FieldRule, protocols: readonly string[]): Field<string> {
  return field({
    schema: httpsUrlSchema,
    read: (value) => {
      if (typeof value !== 'string') return { rule: 'string' };
      if (value.length > longestUrl) return { rule: 'max_characters', params: { max: longestUrl } };
      return protocols.includes(plainUrl(value)?.protocol ?? '') ? { value } : { rule };
    },
  });
}

/** An absolute URL without user and password. The owning service checks whether the host is allowed. */
export const receiverUrl = () => url('receiver_url', ['https:', 'http:']);
export const httpsUrl = () => url('https_url', ['https:']);

/** ISO 3166-1 alpha-2, kept in upper case. The owning service checks the letters, because it knows the record's current value. */
export const country = (): Field<string> =>
  patternText('country', /^[A-Za-z]{2}$/u, { type: 'string', pattern: `^(${countries.join('|')})$` }, (v) =>
    v.toUpperCase(),
  );

/** The number if it is whole, such as `12` or `12.0`. Otherwise null. */
function wholeNumber(value: unknown): bigint | null {
  const decimal = parseDecimal(value);
  return decimal === null || decimal.scale > 0 ? null : toMinorUnits(decimal, 0);
}

/** A whole number from JSON or a form's text. `whenAbsent`: the default value in the OpenAPI document; it is not applied here. */
export function integer(limits: { min: number; max: number; whenAbsent?: number }): Field<number> {
  const { min, max, whenAbsent } = limits;
  const usual = whenAbsent !== undefined && { default: whenAbsent };
  return field({
    schema: { type: 'integer', minimum: min, maximum: max, ...usual },
    read: (value) => {
      const whole = wholeNumber(value);
      if (whole === null) return { rule: 'integer' };
      if (whole < BigInt(min)) return { rule: 'min', params: { min } };
      return whole > BigInt(max) ? { rule: 'max', params: { max } } : { value: Number(whole) };
    },
  });
}

type ReferenceTo = 'users' | 'addresses' | 'products' | 'orders';

/** An id of a record. The service that owns the table checks that the record exists. */
export function reference(to: ReferenceTo): Field<number> {
  return field({
    schema: {
      type: 'integer',
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: `Id of one of the ${to}.`,
    },
    read: (value) => {
      const id = wholeNumber(value);
      if (id === null) return { rule: 'integer' };
      return id >= 1n && id <= BigInt(Number.MAX_SAFE_INTEGER) ? { value: Number(id) } : { rule: 'exists' };
    },
  });
}

export function noneOf(allowed: readonly (string | number)[], rule: FieldRule = 'in'): BrokenRule {
  return { rule, params: { allowed: allowed.join(', ') } };
}

export function choice<const T extends number>(values: readonly T[], names?: string): Field<T> {
  return field<T>({
    schema: { type: 'integer', enum: values, ...(names && { description: names }) },
    read: (value) => {
      const whole = wholeNumber(value);
      if (whole === null) return noneOf(values, 'integer');
      const chosen = values.find((known) => BigInt(known) === whole);
      return chosen === undefined ? noneOf(values) : { value: chosen };
    },
  });
}

/** One of these words, in upper or lower case. */
export function word<const T extends string>(values: readonly T[]): Field<T> {
  return field<T>({
    schema: { type: 'string', enum: values },
    read: (value) => {
      if (typeof value !== 'string') return noneOf(values, 'string');
      const chosen = values.find((known) => known === value.toLowerCase());
      return chosen === undefined ? noneOf(values) : { value: chosen };
    },
  });
}

/** Money from 0 to `max` (major units), converted exactly to minor units. If `isPositive`, 0 is rejected. */
export function money({ max, isPositive = false }: { max: number; isPositive?: boolean }): Field<number> {
  const least = (decimals: number) => (isPositive ? Number(`1e-${decimals}`) : 0);
  return field({
    schema: ({ currencyDecimals }) => ({
      type: 'number',
      minimum: least(currencyDecimals),
      maximum: Math.min(max, Math.floor(Number.MAX_SAFE_INTEGER / 10 ** currencyDecimals)),
      multipleOf: Number(`1e-${currencyDecimals}`),
    }),
    read: (value, { currencyDecimals }) => {
      const decimal = parseDecimal(value);
      if (decimal === null) return { rule: 'numeric' };
      if (decimal.negative || (isPositive && decimal.digits === 0n))
        return { rule: 'min', params: { min: least(currencyDecimals) } };
      if (exceeds(decimal, max)) return { rule: 'max', params: { max } };
      if (decimal.scale > currencyDecimals) {
        return { rule: 'decimals', params: { max: currencyDecimals } };
      }
      const minor = Number(toMinorUnits(decimal, currencyDecimals));
      // With a currency of four decimals, very large amounts cannot be stored exactly.
      return Number.isSafeInteger(minor) ? { value: minor } : { rule: 'max', params: { max } };
    },
  });
}

export const booleanWords: ReadonlyMap<string, boolean> = new Map([
  ...['1', 'true', 'on', 'yes'].map((word) => [word, true] as const),
  ...['0', 'false', 'off', 'no'].map((word) => [word, false] as const),
]);

export function readBoolean(value: unknown, words = booleanWords): boolean | undefined {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  return words.get(String(value).toLowerCase());
}

export function flag(): Field<boolean> {
  return field({
    schema: { type: 'boolean' },
    read: (value) => {
      const read = readBoolean(value);
      return read === undefined ? { rule: 'boolean' } : { value: read };
    },
  });
}

const activityWords: ReadonlyMap<string, boolean> = new Map([
  ...booleanWords,
  ['active', true],
  ['inactive', false],
]);

/** The field `status` of bulk-update accepts every spelling of a boolean, and `active` and `inactive`. */
export function activity(): Field<boolean> {
  return field({
    schema: { type: 'string', enum: ['active', 'inactive'] },
    read: (value) => {
      const read = readBoolean(value, activityWords);
      return read === undefined
        ? { rule: 'flag', params: { allowed: [...activityWords.keys()].join(', ') } }
        : { value: read };
    },
  });
}

/** A pattern for valid days and times, because JSON Schema cannot describe them in any other way. */
const momentPattern = ((): string => {
  const months = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)';
  const leapYear = '(?:(?:19|2[0-9])(?:0[48]|[2468][048]|[13579][26])|2[048]00)';
  const day = `(?:(?:19|2[0-9])[0-9]{2}-(?:${months}|02-(?:0[1-9]|1[0-9]|2[0-8]))|${leapYear}-02-29)`;
  const time = '(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]{1,9})?)?';
  return `^${day}(?:T${time}(?:Z|[+-](?:0[0-9]|1[0-3]):[0-5][0-9])?)?$`;
})();

/** A time, converted to ISO 8601 UTC with milliseconds. */
export function moment(): Field<string> {
  return field({
    schema: {
      type: 'string',
      pattern: momentPattern,
      description:
        'A day, `2026-01-31`, or a time, `2026-01-31T09:30:00Z`. Seconds, their fraction and the offset are optional, and fractions are cut to milliseconds; without an offset, the store’s time zone applies.',
      examples: ['2026-01-31T09:30:00Z'],
    },
    read: (value, { timeZone }) => {
      const read = typeof value === 'string' ? parseMoment(value, timeZone) : null;
      return read === null ? { rule: 'date' } : { value: read };
    },
  });
}

export function day(): Field<string> {
  return field({
    schema: { type: 'string', format: 'date' },
    read: (value) => {
      if (typeof value !== 'string' || !daySpelling.test(value)) return { rule: 'day' };
      return isCalendarDay(value) ? { value } : { rule: 'date' };
    },
  });
}
