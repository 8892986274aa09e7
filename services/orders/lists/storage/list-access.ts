import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import { orderColumn, paymentMethods } from '#shared/contracts/endpoints/order-fields.ts';
import type { SearchedOrderField } from '#shared/contracts/endpoints/orders.ts';
import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import { momentsOf, type MomentRange } from '#shared/contracts/kit/filter-kinds.ts';
import { amountWithin, among, dateWithin } from '#shared/engine/lists/filters.ts';
import {
  maxTimeMs,
  type CountedWith,
  type IndexKeys,
  type ListAccess,
  type ListSource,
} from '#shared/engine/lists/source.ts';
import { operator, type MongoFilter } from '#shared/platform/mongo/operator.ts';
import { idsByBlocks, type AskedCounts } from '../../records/storage/order-counts.ts';
import {
  fieldsWithOwnIndex,
  orderIndexes,
  paymentStatusIndex,
  type OrdersModels,
} from '../../records/storage/orders-models.ts';
import { numberKey, numbersAlike, numbersMeant } from '../../records/order-number.ts';
import { createdWithin } from './created-within.ts';
import { isStoredStatus } from './payment-status.ts';
import { createCustomerSearch } from './customer-search.ts';

/** A page that ends within this number of rows is found by walking through the list. */
const walkedRows = 200;

/** Resolves filters that need other collections or several indexes, before the list is read. */
export function createOrderLookUp(
  models: Pick<OrdersModels, 'orders' | 'customerTexts'>,
  options: Parameters<typeof createCustomerSearch>[1] = {},
): Required<Pick<ListSource<never, OrderListQuery['filters']>, 'lookUp' | 'pick'>> {
  const ofCustomer = createCustomerSearch(models, options);
  return {
    lookUp: async ({ filters: { customer, order_number: number } }, scope) => {
      const customers = customer === undefined ? null : await ofCustomer.find(customer, scope);
      if (number === undefined) return customers;
      const ids = await ofNumber(models, number, customers?.filter ?? {});
      return {
        of: [...(customers?.of ?? []), 'order_number'],
        filter: { _id: operator({ $in: ids }) },
        ids,
        count: () => Promise.resolve(ids.length),
      };
    },
    pick: async ({ search, filters: { customer, order_number: number }, paging }) => {
      const isOther = search !== null || number !== undefined;
      return customer === undefined || isOther || !isNear(paging) ? null : ofCustomer.walk(customer);
    },
  };
}

function isNear(paging: OrderListQuery['paging']): boolean {
  return paging.kind === 'cursor' || (paging.kind === 'pages' && paging.page * paging.perPage <= walkedRows);
}

/** The ids of the orders that a typed or scanned number may mean. */
async function ofNumber(
  { orders }: Pick<OrdersModels, 'orders'>,
  number: string,
  more: MongoFilter,
): Promise<number[]> {
  const find = (filter: MongoFilter, hint: Readonly<Record<string, 1>>) =>
    orders
      .find({ $and: [filter, more] }, { _id: 1 })
      .hint(hint)
      .maxTimeMS(maxTimeMs)
      .lean();
  // Numbers from other shops may be stored with a `#`, and are typed without it.
  const meant = numbersMeant(number).flatMap((one) => [one, `#${one}`]);
  const found = await Promise.all([
    find({ order_number: operator({ $in: meant.flatMap(numbersAlike) }) }, { order_number: 1 }),
    find({ number_key: operator({ $in: meant.map(numberKey) }) }, { number_key: 1 }),
  ]);
  return [...new Set(found.flat().map(({ _id }) => _id))];
}

export type OrderListQuery = OrdersRequests['orders.list']['query'];
type Filters = OrderListQuery['filters'];

/** Filters that compare an order field with given values. Status and times have other filters. */
type EqualFilterName = Exclude<SearchedOrderField, 'status' | 'created_at' | 'updated_at'>;
export const equalOrderFilters = Object.fromEntries(
  Object.keys(orderColumn('filter'))
    .filter((name) => name !== 'status')
    .map((name) => [name, (value: unknown): MongoFilter => among(name, value)]),
) as Record<EqualFilterName, (value: unknown) => MongoFilter>;

const isAsked = (value: unknown): boolean => (value ?? null) !== null;

/** Indexes of fields that have few orders for each value. The index with the fewest orders comes first. */
const indexesOfFew: readonly (readonly [name: string, hint: IndexKeys])[] = [
  ['id', { _id: 1 }],
  ['order_number', { order_number: 1 }],
  ['user_id', orderIndexes.user_id],
  ['address_id', orderIndexes.address_id],
  ...fieldsWithOwnIndex.map((name) => [name, { [name]: 1, _id: 1 }] as const),
];
const indexesBySort: Readonly<Record<string, IndexKeys>> = {
  ...Object.fromEntries(indexesOfFew),
  status: orderIndexes.status,
  payment_method: orderIndexes.status,
  created_at: orderIndexes.created_at,
  updated_at: orderIndexes.updated_at,
};

const ranges = ['total', 'updated_at', 'created_at'] as const;
type RangeName = (typeof ranges)[number];
/** Up to this number of index keys in a range, sorting them is faster than walking through a million orders by id. */
const usuallyNarrow = 5000;

/**
 * Chooses the index for the admin's list of orders. Without a hint, MongoDB would walk through the orders from the newest on,
 * even if few match. For a range with few orders (see `usuallyNarrow`), the query uses the index of the range's field and sorts
 * the matches. Otherwise the query walks through the list in its sort order. A wide range of `created_at` then becomes a range of
 * ids. See docs/measured/performance.md.
 */
export function createOrderAccess(
  models: Pick<OrdersModels, 'orders' | 'blockCounts'>,
  timeZone: string,
  narrow = usuallyNarrow,
): (query: OrderListQuery) => Promise<ListAccess> {
  const isNarrow = async (filters: Filters, name: RangeName): Promise<boolean> => {
    // Counts orders of any status, so that MongoDB reads no more keys than the limit.
    const options = { limit: narrow + 1, hint: orderIndexes[name], maxTimeMS: maxTimeMs };
    return (await models.orders.countDocuments(rangeFilter(filters, name, timeZone), options)) <= narrow;
  };

  /**
   * Finds the first range that few orders match. When sorting by id, a range of `created_at` is not considered, because ids rise
   * almost exactly with creation time.
   */
  const narrowOf = async (filters: Filters, asked: readonly RangeName[], first: string) => {
    for (const name of asked) {
      if (first === 'id' && name === 'created_at') continue;
      if (await isNarrow(filters, name)) return name;
    }
    return null;
  };

  const idsAt = idsByBlocks(models);

  return async ({ search, filters, sort }) => {
    const first = sort[0]?.field ?? 'id';
    const isOfAll = search === null && !Object.values(filters).some(isAsked);
    if (isOfAll && first === 'id') return { hint: { _id: 1 }, idsAt };
    const few = indexesOfFew.find(([name]) => isAsked(filters[name as keyof Filters]));
    if (few) return { hint: few[1] };
    const { payment_status: statuses } = filters;
    if (statuses && isStoredStatus(statuses)) return { hint: paymentStatusIndex };
    const asked = ranges.filter((name) => isAsked(filters[name]));
    const range = await narrowOf(filters, asked, first);
    if (range) return { ...inRange(filters, range), keysFirst: true };
    const times = createdIn(filters, timeZone);
    const filter = times ? await createdWithin(models, times) : {};
    const count = customersCount(filters) ?? wideCount(filters, asked);
    const counted = count && { count };
    if (isAsked(filters.product_id) && (first === 'id' || !Array.isArray(filters.product_id))) {
      return { filter, hint: orderIndexes.product, keysFirst: first !== 'id', ...counted };
    }
    return { ...inOrder(filters, first, filter), ...(isMixed(sort) && { keysFirst: true }), ...counted };
  };
}

/** Whether some sort keys are ascending and others descending. No index has such an order, so MongoDB sorts all matches. */
function isMixed(sort: OrderListQuery['sort']): boolean {
  return new Set(sort.map(({ descending }) => descending)).size > 1;
}

function inOrder(filters: Filters, first: string, filter: MongoFilter): ListAccess {
  const isOfStates = [filters.status, filters.payment_method].some(isAsked);
  if ((isOfStates && first === 'id') || ['status', 'payment_method'].includes(first)) {
    return { filter: { ...filter, ...namedStates(filters) }, hint: orderIndexes.status };
  }
  if (first === 'total') return inRange(filters, 'total', filter);
  const hint = indexesBySort[first];
  return { filter, ...(hint && { hint }) };
}

const everyState: MongoFilter = { status: operator({ $in: orderStates }) };

/** Uses the index of a range. The index of `total` begins with the status, so a filter by total always lists statuses. */
function inRange(
  filters: Filters,
  range: RangeName,
  filter: MongoFilter = {},
): { filter: MongoFilter; hint: IndexKeys } {
  const isNamed = range !== 'total' || isAsked(filters.status);
  return { filter: isNamed ? filter : { ...filter, ...everyState }, hint: orderIndexes[range] };
}

/** The status index returns the newest orders first only if the filter has both fields. So a missing field gets all values. */
function namedStates({ status, payment_method: payment }: Filters): MongoFilter {
  return {
    ...(!isAsked(status) && everyState),
    ...(!isAsked(payment) && { payment_method: operator({ $in: paymentMethods }) }),
  };
}

/** The filter for this range alone. The filter matches any status. */
function rangeFilter({ total, ...dates }: Filters, name: RangeName, timeZone: string): MongoFilter {
  if (name === 'total') return { ...everyState, ...(total !== undefined && amountWithin(name, total)) };
  const date = dates[name];
  return date === undefined ? {} : dateWithin(name, date, timeZone);
}

/**
 * The range of creation times of matching orders. A filter by `updated_at` limits this range too, since an order never changes
 * before its creation.
 */
function createdIn(
  { created_at: created, updated_at: updated }: Filters,
  timeZone: string,
): MomentRange | null {
  if (created) return momentsOf(created, timeZone);
  const until = updated && momentsOf(updated, timeZone).until;
  return until === undefined ? null : { until };
}

/** How to count a wide range: with the index of the range, which also has the status, or with the status index. */
function wideCount(filters: Filters, asked: readonly RangeName[]): CountedWith | null {
  const range = asked.includes('updated_at') ? 'updated_at' : asked[0];
  if (!range || isAsked(filters.product_id)) return null;
  const isOfStates = [filters.status, filters.payment_method].some(isAsked);
  if (range === 'created_at' && isOfStates) return { within: {}, by: orderIndexes.status };
  const { filter: within, hint: by } = inRange(filters, range);
  return { within, by };
}

/** How to count the orders of the customers that match: with the index of another filter, or from the customers' ids. */
function customersCount(filters: Filters): CountedWith | null {
  if (!isAsked(filters.customer)) return null;
  // The indexes of `product_id` and `updated_at` also contain users and addresses.
  if (isAsked(filters.product_id)) return { within: {}, by: orderIndexes.product };
  if (isAsked(filters.updated_at)) return { within: {}, by: orderIndexes.updated_at };
  return { within: {}, by: 'looked-up' };
}

/** The stored counts whose sum is the total of a query. Null: the query has filters other than status and payment method. */
export function countedOrders({ search, filters }: OrderListQuery): AskedCounts | null {
  const { status, payment_method: payment, ...others } = filters;
  if (search !== null || Object.values(others).some(isAsked)) return null;
  return { states: status ?? null, paymentMethods: payment === undefined ? null : [payment].flat() };
}
