import type { OrdersBulkUpdateBody } from '#clients/typescript/src/main.ts';

/** Orders that bulk work is about: these, or all that a list finds. */
export type OrderSelection = Pick<OrdersBulkUpdateBody, 'ids' | 'filters' | 'search' | 'all'>;

/** What narrows the list, by the names that the API has for it. */
export const filterNames = [
  ...['status', 'payment_method', 'created_at', 'updated_at'],
  ...['created_at.from', 'created_at.to', 'total.from', 'total.to'],
  ...['user_id', 'address_id', 'order_number', 'customer'],
] as const;
/** An end of a range is named by its filter and which end it is. */
export type FilterName = (typeof filterNames)[number];
export type OrderFilters = Partial<Record<FilterName, string>>;

export const sorts = ['-id', 'id', '-updated_at'] as const;
export type Sort = (typeof sorts)[number];

export const columnKeys = [
  ...['number', 'state', 'customer', 'city', 'phone', 'total', 'payment'],
  ...['items', 'created', 'updated', 'arrives'],
] as const;
export type ColumnKey = (typeof columnKeys)[number];
const usualColumns: readonly ColumnKey[] = [
  'number',
  'state',
  'customer',
  'city',
  'total',
  'payment',
  'created',
];

/** A page of the list as the URL says it. */
export interface OrderView {
  search: string;
  filters: OrderFilters;
  sort: Sort;
  cursor: string | undefined;
  columns: readonly ColumnKey[];
}

const perPage = 25;

/** `filters[total][from]` */
function parameterOf(name: FilterName): string {
  return `filters${name
    .split('.')
    .map((part) => `[${part}]`)
    .join('')}`;
}

type Nested = Record<string, string | Record<string, string>>;

/** Filters as the API takes them: both ends of a range are of one filter. */
function nested(filters: OrderFilters): Nested {
  const asked: Nested = {};
  for (const name of filterNames) {
    const [value, [field = '', end]] = [filters[name] ?? '', name.split('.')];
    if (value === '') continue;
    const range = asked[field];
    asked[field] = end === undefined ? value : { ...(typeof range === 'object' && range), [end]: value };
  }
  return asked;
}

/** The URL is the view: sent to a colleague it shows the same. What it does not know it leaves out. */
export function readView(parameters: URLSearchParams): OrderView {
  const filters: OrderFilters = {};
  for (const name of filterNames) {
    const value = parameters.get(parameterOf(name));
    if (value !== null && value !== '') filters[name] = value;
  }
  const sort = sorts.find((each) => each === parameters.get('sort')) ?? '-id';
  const columns = parameters.get('columns')?.split(',') ?? usualColumns;
  const shown = columnKeys.filter((key) => columns.includes(key));
  return {
    search: parameters.get('search') ?? '',
    filters,
    sort,
    cursor: parameters.get('cursor') ?? undefined,
    columns: shown.length > 0 ? shown : usualColumns,
  };
}

/** The shortest query that says the same. */
export function writeView({ search, filters, sort, cursor, columns }: OrderView): string {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('search', search);
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && value !== '') parameters.set(parameterOf(name), value);
  }
  if (sort !== '-id') parameters.set('sort', sort);
  if (columns.join() !== usualColumns.join()) parameters.set('columns', columns.join());
  if (cursor !== undefined) parameters.set('cursor', cursor);
  return parameters.toString();
}

/** What the API is asked. */
export function listQuery({ search, filters, sort, cursor }: OrderView) {
  return {
    paginate: 'cursor' as const,
    per_page: perPage,
    sort,
    ...(search === '' ? {} : { search }),
    ...(cursor === undefined ? {} : { cursor }),
    filters: nested(filters),
  };
}

/** What bulk work takes for every order that a view finds. */
export function selectionOf({ search, filters }: Pick<OrderView, 'search' | 'filters'>): OrderSelection {
  const { created_at: created, updated_at: updated, ...others } = filters;
  const asked = {
    ...nested(others),
    ...(created !== undefined && { created_at: { from: created, to: created } }),
    ...(updated !== undefined && { updated_at: { from: updated, to: updated } }),
  };
  const isFiltered = Object.keys(asked).length > 0;
  if (!isFiltered && search === '') return { all: true };
  return { ...(isFiltered && { filters: asked }), ...(search !== '' && { search }) };
}

/** Another question begins at its first page. */
export function changedView(view: OrderView, change: Partial<OrderView>): OrderView {
  return { ...view, cursor: undefined, ...change };
}
