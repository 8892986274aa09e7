import type { OrdersBulkUpdateBody } from '#clients/typescript/src/main.ts';
import { filterFields } from '../data/order-fields.ts';
import { pageSizeIn, usualPageSize } from '../data/list-view.ts';
import type { LookedIn } from '../parts/looked-in.ts';

export type OrderSelection = Pick<OrdersBulkUpdateBody, 'ids' | 'filters' | 'search' | 'all'>;

const placedFilters = [
  'status',
  'payment_status',
  'payment_method',
  'created_at',
  'updated_at',
  'created_at.from',
  'created_at.to',
  'total.from',
  'total.to',
  'user_id',
  'product_id',
  'address_id',
  'order_number',
  'customer',
] as const;
export type PlacedFilter = (typeof placedFilters)[number];
/** The filter for one end of a range has a name such as `total.from` or `created_at.to`. */
export type FilterName = PlacedFilter | (typeof filterFields)[number];

export function isPlacedFilter(name: FilterName): name is PlacedFilter {
  return placedFilters.some((each) => each === name);
}

/** The filters by order fields that have no special input in the filter form. */
export const otherFilters = filterFields.filter((name) => !isPlacedFilter(name));
export const filterNames: readonly FilterName[] = [...placedFilters, ...otherFilters];
export type OrderFilters = Partial<Record<FilterName, string>>;

export const sorts = ['-id', 'id', '-updated_at', 'updated_at', '-total', 'total'] as const;
type Sort = (typeof sorts)[number];

export const columnKeys = [
  'number',
  'state',
  'customer',
  'city',
  'phone',
  'total',
  'paid',
  'payment',
  'items',
  'created',
  'updated',
  'arrives',
] as const;
export type ColumnKey = (typeof columnKeys)[number];
const usualColumns: readonly ColumnKey[] = [
  'number',
  'state',
  'customer',
  'city',
  'total',
  'paid',
  'created',
];

export interface OrderView {
  search: string;
  filters: OrderFilters;
  sort: Sort;
  cursor: string | undefined;
  perPage: number;
  columns: readonly ColumnKey[];
}

/** `total.from` → `filters[total][from]` */
function parameterOf(name: FilterName): string {
  return `filters${name
    .split('.')
    .map((part) => `[${part}]`)
    .join('')}`;
}

type Nested = Record<string, string | Record<string, string>>;

/** The filters as the API expects them. Both ends of a range belong to one filter: `{ total: { from, to } }`. */
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

/** The view that a URL describes. Ignores unknown values. */
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
    perPage: pageSizeIn(parameters),
    columns: shown.length > 0 ? shown : usualColumns,
  };
}

/** The URL parameters that describe a view. Leaves out default values. */
export function writeView({ search, filters, sort, cursor, perPage, columns }: OrderView): string {
  const parameters = new URLSearchParams();
  if (search !== '') parameters.set('search', search);
  for (const name of filterNames) {
    const value = filters[name];
    if (value !== undefined && value !== '') parameters.set(parameterOf(name), value);
  }
  if (sort !== '-id') parameters.set('sort', sort);
  if (perPage !== usualPageSize) parameters.set('per_page', String(perPage));
  if (columns.join() !== usualColumns.join()) parameters.set('columns', columns.join());
  if (cursor !== undefined) parameters.set('cursor', cursor);
  return parameters.toString();
}

export function listQuery({ search, filters, sort, cursor, perPage }: OrderView) {
  return {
    paginate: 'cursor' as const,
    per_page: perPage,
    sort,
    ...(search === '' ? {} : { search }),
    ...(cursor === undefined ? {} : { cursor }),
    filters: nested(filters),
  };
}

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

export function changedView(view: OrderView, change: Partial<OrderView>): OrderView {
  return { ...view, cursor: undefined, ...change };
}

/** The words in the search field. They search orders, or the customers of orders. */
export function wordsOf({ search, filters }: OrderView): string {
  return search === '' ? (filters.customer ?? '') : search;
}

export function lookingFor(
  words: string,
  lookedIn: LookedIn,
  { filters }: Pick<OrderView, 'filters'>,
): Pick<OrderView, 'search' | 'filters'> {
  const isOfCustomer = lookedIn === 'customer';
  return { search: isOfCustomer ? '' : words, filters: { ...filters, customer: isOfCustomer ? words : '' } };
}
