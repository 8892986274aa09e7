import type { FieldError } from '../errors.ts';
import {
  blankable,
  describe,
  field,
  object,
  type BodyOf,
  type Field,
  type Fields,
  type StoreLocale,
} from './fields.ts';
import { integer, noneOf, text, word } from './field-kinds.ts';
import { inOneText } from './filter-kinds.ts';
import { isObject, mapValues } from './json-values.ts';
import { validate } from './validate.ts';

export interface SortKey {
  field: string;
  descending: boolean;
}

export type Paging =
  | { kind: 'all' }
  | { kind: 'pages'; page: number; perPage: number }
  | { kind: 'cursor'; cursor: string | null; perPage: number };

export interface ListQuery<Filters = Record<string, unknown>> {
  search: string | null;
  filters: Filters;
  sort: SortKey[];
  paging: Paging;
}

/** `ranges`: an index finds a single value, but a range may match much of the list. `scan`: no index finds the matches. */
type FilterCost = 'ranges' | 'scan';

export interface ListContract<Filters> {
  filters: Fields;
  /** The filters for which the service may visit every record. The service has an index for every other filter. */
  costs: Readonly<Record<string, FilterCost>>;
  searchable: readonly string[];
  sortable: readonly string[];
  query: Field<unknown>;
  /** Never set: it only carries the type of the validated filters. */
  readonly filtersType?: Filters;
}

const defaultPerPage = 15;
const maxPerPage = 200;
const maxPage = Number.MAX_SAFE_INTEGER;
/** A cursor contains the texts by which a list is sorted. This is enough for 5000 ASCII characters. A query has up to 8192. */
const longestCursor = 6700;

type Switch = 'pages' | 'cursor' | 'all';

const switchSpellings: ReadonlyMap<string, Switch> = new Map([
  ['true', 'pages'],
  ['1', 'pages'],
  ['cursor', 'cursor'],
  ['false', 'all'],
  ['0', 'all'],
]);

function readSwitch(value: unknown): Switch | undefined {
  return switchSpellings.get(String(inOneText(value)).toLowerCase());
}

export const pagingFields = {
  paginate: blankable(
    paginateSwitch(),
    '`true`: numbered pages with links and meta. `cursor`: pages that new records do not shift. `false` (default): all matches in one response.',
  ),
  page: blankable(lenientPage(), 'Page number, only with `paginate=true`. A page past the last is empty.'),
  per_page: blankable(
    integer({ min: 1, max: maxPerPage, whenAbsent: defaultPerPage }),
    'Records per page, for numbered pages and pages with cursors.',
  ),
  cursor: blankable(
    text({ max: longestCursor }),
    'Only with `paginate=cursor`: `meta.next_cursor` or `meta.prev_cursor` of another page. Absent: the first page.',
  ),
};

/** Declares a list. Without `sortable`, `id` and every filter are sort keys. */
export function listOf<F extends Fields>(declaration: {
  filters: F;
  costs?: Readonly<Partial<Record<keyof F & string, FilterCost>>>;
  /** The fields that `search` covers. Empty: the list has no `search`. */
  searchable: readonly string[];
  /** The first is the default sort key, in descending order. */
  sortable?: readonly string[];
  paginate?: Field<Switch>;
}): ListContract<Partial<BodyOf<F>>> {
  const {
    filters,
    costs = {},
    searchable,
    sortable = [...new Set(['id', ...Object.keys(filters)])],
    paginate,
  } = declaration;
  const query = object({
    ...(searchable.length > 0 && { search: searchField(searchable) }),
    filters: blankable(filtersOf(filters)),
    ...pagingFields,
    ...(paginate && { paginate }),
    sort: blankable(sortKeys(sortable)),
  });
  return { filters, costs, searchable, sortable, query };
}

export function searchField(searchable: readonly string[]) {
  return blankable(text({ max: 200 }), `Case-insensitive partial match over ${searchable.join(', ')}.`);
}

/** `sent`: the query string as nested objects, without empty parameters. Collects every broken rule. */
export function readListQuery(
  contract: ListContract<unknown>,
  sent: Record<string, unknown>,
  locale: StoreLocale,
): { query: ListQuery; errors: FieldError[] } {
  const isPaged = readSwitch(sent['paginate'] ?? 'false') !== 'all';
  const { per_page: _ignored, ...whole } = sent;
  const input = isPaged ? sent : whole;
  const { value, errors } = validate(contract.query as Field<QueryFields>, input, locale);
  return { query: toListQuery(value), errors: [...errors, ...unknownParts(contract, sent)] };
}

/** Declares sums over records: their filters, and the words by which a client groups them. The first word is the default. */
export function sumsOf<F extends Fields>(
  filters: F,
  words: readonly [string, ...string[]],
): ListContract<Partial<BodyOf<F>>> {
  const by = describe(word(words).default(words[0]), 'How the orders are grouped.');
  const query = object({ by: blankable(by), filters: blankable(filtersOf(filters)) });
  return { filters, costs: {}, searchable: [], sortable: [], query };
}

function filtersOf(filters: Fields): Field<unknown> {
  return object(mapValues(filters, blankable));
}

export function readSumsQuery(
  contract: ListContract<unknown>,
  sent: Record<string, unknown>,
  locale: StoreLocale,
): { query: ListQuery; by: string; errors: FieldError[] } {
  const { value, errors } = validate(contract.query as Field<{ by: string; filters?: object }>, sent, locale);
  const { by, filters = {} } = value;
  return {
    query: { search: null, filters: { ...filters }, sort: [], paging: { kind: 'all' } },
    by,
    errors: [...errors, ...unknownParts(contract, sent)],
  };
}

/** Errors for unknown filters, and for filters spelt as in similar APIs. */
export function unknownParts(
  contract: ListContract<unknown>,
  sent: Readonly<Record<string, unknown>>,
): FieldError[] {
  return [...unknownFilters(contract, sent['filters']), ...otherDialect(contract, sent['filter'])];
}

/** Errors for parameters such as `filter[status]`: if they were ignored, every record would match. */
function otherDialect(contract: ListContract<unknown>, sent: unknown): FieldError[] {
  if (sent === undefined || sent === null) return [];
  const names = typeof sent === 'object' ? Object.keys(sent) : [''];
  const known = Object.keys(contract.filters);
  return names.map((name) => ({
    field: name === '' ? 'filter' : `filter.${name}`,
    rule: 'other_dialect',
    params: { ours: `filters[${known.includes(name) ? name : (known[0] ?? '')}]` },
  }));
}

export const walkQuery = object({ per_page: pagingFields.per_page, cursor: pagingFields.cursor });

export function readWalkQuery(
  sent: Record<string, unknown>,
  locale: StoreLocale,
): { query: ListQuery; errors: FieldError[] } {
  const { value, errors } = validate<Pick<QueryFields, 'per_page' | 'cursor'>>(walkQuery, sent, locale);
  return { query: toListQuery({ ...value, paginate: 'cursor' }), errors };
}

export interface QueryFields extends BodyOf<typeof pagingFields> {
  search?: string;
  filters?: Record<string, unknown>;
  sort?: SortKey[];
}

function toListQuery(value: QueryFields): ListQuery {
  const { search = null, filters = {}, sort = [] } = value;
  return { search, filters, sort, paging: toPaging(value) };
}

export function toPaging({ paginate, page, per_page, cursor }: BodyOf<typeof pagingFields>): Paging {
  const perPage = per_page ?? defaultPerPage;
  if (paginate === 'pages') return { kind: 'pages', page: page ?? 1, perPage };
  return paginate === 'cursor' ? { kind: 'cursor', cursor: cursor ?? null, perPage } : { kind: 'all' };
}

export function unknownFilters(contract: ListContract<unknown>, sent: unknown): FieldError[] {
  if (!isObject(sent)) return [];
  const allowed = Object.keys(contract.filters);
  return Object.keys(sent)
    .filter((name) => !allowed.includes(name))
    .map((name) => ({
      field: `filters.${name}`,
      rule: 'unknown_filter',
      params: { allowed: allowed.join(', ') },
    }));
}

function paginateSwitch(): Field<Switch> {
  const words = ['true', 'cursor', 'false'];
  return field({
    // The schema has no default, because lists whose defaults differ share it. Each description states the list's default.
    schema: { type: 'string', enum: words },
    read: (value) => {
      const read = readSwitch(value);
      return read === undefined ? noneOf(words) : { value: read };
    },
  });
}

/** The number of a page. As in Laravel, a value that is not a positive integer counts as 1. */
function lenientPage(): Field<number> {
  return field({
    schema: { type: 'integer', minimum: 1, default: 1 },
    read: (value) => {
      const sent = String(inOneText(value));
      const page = /^\d{1,15}$/.test(sent) ? Number(sent) : 1;
      return { value: Math.min(Math.max(page, 1), maxPage) };
    },
  });
}

function sortKeys(sortable: readonly string[]): Field<SortKey[]> {
  const key = `-?(${sortable.join('|')})`;
  return field({
    schema: {
      type: 'string',
      pattern: `^${key}(, *${key})*$`,
      description: `Comma-separated, with - for descending: ${sortable.join(', ')}.`,
      default: `-${sortable[0] ?? 'id'}`,
    },
    read: (value) => {
      const broken = noneOf(sortable, 'unknown_sort');
      if (typeof value !== 'string') return broken;
      const keys = value.split(',').map((part) => part.trim());
      const read = keys.map((key) => ({ field: key.replace(/^-/, ''), descending: key.startsWith('-') }));
      if (!read.every((key) => sortable.includes(key.field))) return broken;
      // A repeated sort key has no effect.
      return { value: [...Map.groupBy(read, (key) => key.field).values()].flatMap(([first]) => first ?? []) };
    },
  });
}

/** From this offset on, the database takes long to skip the records before a page. */
const farRow = 1000;
const manyRows = 100;

/**
 * How expensive a query is for the service. `page`: an index finds the records. `scan`: the service may read every record, or
 * return very many. `all`: one response has every match.
 */
export function costOf(
  { costs }: Pick<ListContract<unknown>, 'costs'>,
  { search, filters, paging }: ListQuery,
): 'page' | 'scan' | 'all' {
  if (paging.kind === 'all') return 'all';
  const { perPage } = paging;
  const isFar = paging.kind === 'pages' && (paging.page - 1) * perPage >= farRow;
  if (search !== null || isFar || perPage > manyRows) return 'scan';
  const isScan = ([name, value]: [string, unknown]) =>
    costs[name] === 'scan' ? value !== undefined : costs[name] === 'ranges' && typeof value === 'object';
  return Object.entries(filters).some(isScan) ? 'scan' : 'page';
}
