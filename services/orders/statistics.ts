import type { ReadRequest } from '#shared/contracts/kit/define.ts';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import type {
  StatisticsBy,
  StatisticsFilters,
  StatisticsRow,
} from '#shared/contracts/endpoints/order-statistics.ts';
import { orderStates } from '#shared/contracts/endpoints/order-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { invalid } from '#shared/contracts/errors.ts';
import type { ReadAnswer } from '#shared/engine/reads/read-answer.ts';
import { momentsOf } from '#shared/contracts/kit/filter-kinds.ts';
import { planList } from '#shared/engine/lists/plan.ts';
import type { Listed, ListSource } from '#shared/engine/lists/source.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import {
  daysOf,
  monthsOf,
  shownFrom,
  shownTo,
  statisticsRange,
  type Span,
  type StatisticsRange,
} from './statistics/range.ts';
import { cellsAsked, statisticsQuery, type StatisticsQuery } from './statistics/statistics-query.ts';
import { newRows } from './statistics/statistics-rows.ts';
import type { Order } from './records/tables.ts';
import type { OrderListQuery } from './lists/storage/list-access.ts';
import type { OrdersModels } from './records/storage/orders-models.ts';
import { inSnapshot } from './records/storage/order-counts.ts';
import { oldestOrder } from './statistics/storage/counted-total.ts';
import { readCounted } from './statistics/storage/count-orders.ts';
import { sumCells, sumMoves } from './statistics/storage/sum-cells.ts';
import { sumOrders } from './statistics/storage/sum-orders.ts';

/** Enough for one row for each day of ten years. */
const mostRows = 3660;

/** Reads all figures in one snapshot. Whole days come from the stored counts, everything else from the orders themselves. */
export function createStatisticsRead(
  models: OrdersModels,
  orders: ListSource<Listed<Order>, OrderListQuery['filters']>,
  units: StoreUnits,
): (request: ReadRequest<unknown, StatisticsFilters>) => Promise<ReadAnswer> {
  const { timeZone, currencyDecimals: decimals, currency } = units;
  const timeOf = localTimes(timeZone);

  return async ({ query: { filters }, by = 'day', language }) => {
    const query = statisticsQuery(by as StatisticsBy, filters);
    const range = await rangeOf(models, filters, timeZone);
    const keys = keysOf(query, range, timeZone);
    const asked = cellsAsked(query);
    const rows = newRows();
    const asOf = await inSnapshot(models.orders.db, async (at) => {
      const now = storeNow().toISOString();
      const within = asked && range.days && { asked, days: range.days };
      const counted = within && (await readCounted(at, units));
      if (within && counted) {
        rows.add(await sumCells(at, query, within));
        rows.add(sumMoves(counted.moves, query, { ...within, timeOf }));
      }
      for (const span of counted ? range.ends : [range]) {
        const { filter, access } = await planList(orders, listed(filters, span), {});
        rows.add(await sumOrders(at, query, { filter, hint: access.hint, span, timeZone }));
      }
      return counted?.behindSince ?? now;
    });
    const meta = {
      from: shownFrom(range, timeZone),
      to: shownTo(range, timeZone),
      currency,
      time_zone: timeZone,
      as_of: asOf,
    };
    const shown = rows.shown(keys, decimals);
    const data = by === 'product' ? await withNames(models, shown, language) : shown;
    return { kind: 'page', body: { data, meta } as { data: unknown[] } };
  };
}

async function withNames(
  { products }: Pick<OrdersModels, 'products'>,
  rows: readonly StatisticsRow[],
  language: Language,
): Promise<StatisticsRow[]> {
  const ids = rows.map(({ key }) => Number(key));
  const copies = await driverCollection<ProductCopy>(products)
    .find({ _id: { $in: ids } }, { projection: { [language]: 1 } })
    .toArray();
  const nameById = new Map(copies.map((copy) => [String(copy._id), copy[language].name]));
  return rows.map((row) => {
    const name = nameById.get(row.key);
    return name === undefined ? row : { ...row, name };
  });
}

/** The list query for the orders in a time span. Leaves out the city, because `sumOrders` filters by city. */
function listed({ city: _city, ...filters }: StatisticsFilters, { from, until }: Span): OrderListQuery {
  const all = { kind: 'all' } as const;
  return { search: null, filters: { ...filters, created_at: { from, until } }, sort: [], paging: all };
}

async function rangeOf(
  models: Pick<OrdersModels, 'orders'>,
  { created_at: asked }: StatisticsFilters,
  timeZone: string,
): Promise<StatisticsRange> {
  const range = asked === undefined ? null : momentsOf(asked, timeZone);
  const isOpen = range !== null && range.from === undefined;
  const oldest = isOpen ? await oldestOrder(models.orders) : null;
  return statisticsRange(range, { now: storeNow().toISOString(), oldest, timeZone });
}

/** The keys of all rows. Null: only keys with orders get a row. */
function keysOf(
  { by, states, paymentMethods, paymentStatuses }: StatisticsQuery,
  range: StatisticsRange,
  timeZone: string,
): readonly string[] | null {
  if (by === 'hour') return Array.from({ length: 24 }, (_, hour) => String(hour));
  if (by === 'status') return orderStates.filter((state) => states.includes(state));
  if (by === 'payment_method') return paymentMethods.map(String);
  if (by === 'payment_status') return paymentStatuses;
  if (by === 'product' || by === 'city') return null;
  const keys = (by === 'day' ? daysOf : monthsOf)(range, timeZone, mostRows);
  if (keys.length <= mostRows) return keys;
  throw invalid({ field: 'filters.created_at', rule: 'too_many_groups', params: { max: mostRows } });
}
