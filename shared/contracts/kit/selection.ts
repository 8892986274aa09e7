import type { FieldError } from '../errors.ts';
import {
  blankable,
  describe,
  field,
  kindOf,
  nullable,
  object,
  schemaOf,
  type BodyOf,
  type Field,
  type JsonSchema,
  type StoreLocale,
} from './fields.ts';
import { flag, readBoolean } from './field-kinds.ts';
import { inOneText } from './filter-kinds.ts';
import { isObject, mapValues } from './json-values.ts';
import { searchField, unknownFilters, type ListContract } from './list-query.ts';

export const maxSelected = 100_000;

/** Selects all records that a list finds with this search and these filters, parsed as in the list's query. */
export interface Selection {
  search: string | null;
  filters: Record<string, unknown>;
}

export type SelectionBody = BodyOf<ReturnType<typeof selectionFields>>;

/** Ids, or filters and search, or all records: exactly one of the three, as `selectionErrors` checks. */
export function selectionFields(list: ListContract<unknown>) {
  return {
    ids: blankable(idList({ max: maxSelected })),
    filters: blankable(
      selectionFilters(list),
      'All records that match these filters, and also `search` if it is sent.',
    ),
    search: searchField(list.searchable),
    all: nullable(flag(), '`true`: every record.'),
  };
}

export function selectionFilters({ filters }: ListContract<unknown>): Field<Record<string, unknown>> {
  return object(mapValues(filters, (filter) => blankable(bodyFilter(filter))));
}

/** A filter in JSON: a range is an object with its two ends, and several values may be an array. */
export function bodyFilter(filter: Field<unknown>): Field<unknown> {
  const { read, schema, ends } = kindOf(filter);
  const { description } = filter.describe().flags as { description?: string };
  const inJson = field({
    schema: ends ? (locale) => rangeSchema(ends, locale) : schema,
    ...(ends && { ends }),
    read: (value, locale) => read(isObject(value) ? mapValues(value, inOneText) : inOneText(value), locale),
  });
  return describe(inJson, description);
}

function rangeSchema(ends: Field<unknown>, locale: StoreLocale): JsonSchema {
  const end = schemaOf(kindOf(ends), locale);
  return {
    type: 'object',
    properties: { from: end, to: end },
    minProperties: 1,
    propertyNames: { enum: ['from', 'to'] },
  };
}

/** Errors for invalid combinations of selection fields, so that no records are selected by accident. */
export function selectionErrors(
  list: ListContract<unknown>,
  sent: Readonly<Record<string, unknown>>,
): FieldError[] {
  const isSent = (name: keyof SelectionBody) => sent[name] !== undefined;
  const isList = isSent('filters') || isSent('search');
  const ways = [(sent['ids'] ?? null) !== null, isList, readBoolean(sent['all'])].filter(Boolean).length;
  if (ways === 0) return [{ field: 'ids', rule: 'required' }];
  if (ways > 1) return [{ field: 'ids', rule: 'one_selection' }];
  const blank = (['filters', 'search'] as const).filter(isSent).flatMap((name) => blanks(sent[name], name));
  return [
    ...blank.map((name): FieldError => ({ field: name, rule: 'blank_filter' })),
    ...unknownFilters(list, sent['filters']),
  ];
}

function blanks(value: unknown, name: string): string[] {
  if (value === null || (typeof value === 'string' && value.trim() === '')) return [name];
  if (typeof value !== 'object') return [];
  const within = Object.entries(value);
  return within.length === 0 ? [name] : within.flatMap(([key, each]) => blanks(each, `${name}.${key}`));
}

/** The schema of an absent field. Client generators do not support the schema `false`. */
const absent = { not: {} };

/** The rules of `selectionErrors` as JSON Schema. Without `if`, because other rules for the same body may need that keyword. */
export function oneSelection({ filters }: ListContract<unknown>): JsonSchema {
  return {
    dependentSchemas: {
      ids: { properties: { filters: absent, search: absent, all: absent } },
      all: { properties: { filters: absent, search: absent, all: { const: true } } },
      filters: {
        properties: { filters: { minProperties: 1, propertyNames: { enum: Object.keys(filters) } } },
      },
    },
    // The schema requires at least one of the four fields.
    not: { properties: { ids: absent, filters: absent, search: absent, all: absent } },
  };
}

/** An error response names at most this many entries that are not ids. */
const namedEntries = 100;

/** Ids as clients write them: an array, one id, text with commas, or a JSON array as text. Duplicates are removed. */
export function idList({ max }: { max: number }): Field<number[]> {
  return field({
    schema: {
      type: 'array',
      items: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      minItems: 1,
      maxItems: max,
      description: 'Duplicates count once.',
    },
    read: (value) => {
      const entries = idEntries(value, max + 1);
      if (entries === null) return { rule: 'array' };
      if (entries.length === 0) return { rule: 'required' };
      if (entries.length > max) return { rule: 'max_items', params: { max } };
      const ids = entries.map((entry) => (typeof entry === 'string' ? idOf(entry) : entry));
      const broken = ids.flatMap((id, index) => (isId(id) ? [] : [index]));
      if (broken.length === 0) return { value: [...new Set(ids as number[])] };
      // Only an array has entries that a client can find by their numbers.
      if (!Array.isArray(value)) return { rule: 'integer' };
      const named = broken.slice(0, namedEntries);
      return { within: named.map((index) => ({ rule: 'integer', at: String(index) })) };
    },
  });
}

function isId(id: unknown): boolean {
  return Number.isSafeInteger(id) && (id as number) >= 1;
}

function idOf(text: string): number {
  return /^\s*\d{1,16}\s*$/.test(text) ? Number(text) : NaN;
}

/** The entries of `value`, which need not be ids. Returns at most `most` entries of a text, because it may contain millions. */
function idEntries(value: unknown, most: number): unknown[] | null {
  if (Array.isArray(value)) return value as unknown[];
  if (typeof value === 'number') return [value];
  if (typeof value !== 'string') return null;
  if (!value.startsWith('[')) return value.split(',', most);
  if (value.split('[', most).length === most) return null;
  const pieces = value.split(',', most);
  if (pieces.length === most) return pieces;
  try {
    const parsed: unknown = JSON.parse(value);
    return Array.isArray(parsed) ? (parsed as unknown[]) : null;
  } catch {
    return null;
  }
}
