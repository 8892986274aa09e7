import { liveStates } from '#shared/contracts/endpoints/order-states.ts';
import { invalid } from '#shared/contracts/errors.ts';
import { clockPeriods } from '#shared/contracts/kit/local-moments.ts';
import type { IndexKeys } from '#shared/engine/lists/source.ts';
import { isTimeExceeded } from '#shared/platform/mongo/faults.ts';
import type { MongoFilter } from '#shared/platform/mongo/operator.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { paymentStatusOfDocument } from '../../lists/storage/payment-status.ts';
import { foldCity } from '../cells.ts';
import type { Span } from '../range.ts';
import type { StatisticsQuery } from '../statistics-query.ts';
import type { RowPart } from '../statistics-rows.ts';

/** A request that takes longer fails with 422, because it would delay other requests. */
const mostMs = 5000;

interface Found extends Record<'orders' | 'live_orders' | 'items' | 'total', bigint | number> {
  _id: { key: string | number | null; city?: string };
  /** The creation time of the newest order in the group. */
  at: string;
}

interface SumOptions {
  /** Finds the orders in `span`. */
  filter: MongoFilter;
  hint: IndexKeys | undefined;
  span: Span;
  timeZone: string;
}

/**
 * Reads the orders themselves. If that takes too long, throws 422 for `filters[created_at]`, so that the caller chooses a shorter
 * range.
 */
export async function sumOrders(
  { db, session }: Snapshot,
  query: StatisticsQuery,
  { filter, hint, span, timeZone }: SumOptions,
): Promise<RowPart[]> {
  const stages = [{ $match: filter }, ...linesOf(query), { $group: groupOf(query, span, timeZone) }];
  const options = { session, useBigInt64: true, maxTimeMS: mostMs, ...(hint && { hint }) };
  const found = await db
    .collection('orders')
    .aggregate<Found>(stages, options)
    .toArray()
    .catch((error: unknown) => {
      if (!isTimeExceeded(error)) throw error;
      throw invalid({
        field: 'filters.created_at',
        rule: 'counts_too_many',
        params: { seconds: mostMs / 1000 },
      });
    });
  return found
    .filter(({ _id: { city } }) => query.city === null || foldCity(city ?? '') === query.city)
    .map((sums) => partOf(sums, query));
}

function linesOf({ by, products }: StatisticsQuery): object[] {
  if (by !== 'product') return [];
  return [
    { $set: { of: '$items.product_id' } },
    { $unwind: { path: '$items', includeArrayIndex: 'place' } },
    ...(products ? [{ $match: { 'items.product_id': { $in: products } } }] : []),
  ];
}

function groupOf(query: StatisticsQuery, span: Span, timeZone: string): Record<string, unknown> {
  const isByProduct = query.by === 'product';
  // An order counts once for a product, even if it has two lines with this product.
  const isFirst = { $eq: ['$place', { $toLong: { $indexOfArray: ['$of', '$items.product_id'] } }] };
  const one = isByProduct ? { $cond: [isFirst, 1, 0] } : 1;
  const isLive = { $in: ['$status', liveStates] };
  const ofLive = (figure: unknown) => ({ $sum: { $cond: [isLive, figure, 0] } });
  const needsCity = query.city !== null || query.by === 'city';
  return {
    _id: { key: keyOf(query, span, timeZone), ...(needsCity && { city: '$address.city' }) },
    orders: { $sum: one },
    live_orders: ofLive(one),
    items: ofLive(isByProduct ? '$items.amount' : { $sum: '$items.amount' }),
    total: ofLive(isByProduct ? lineTotal : exact('$total')),
    at: { $max: '$created_at' },
  };
}

/** Converts to a 64-bit integer, because doubles are exact only up to 2^53. */
function exact(path: string): object {
  return { $convert: { input: path, to: 'long', onError: 0, onNull: 0 } };
}

const lineTotal = {
  $subtract: [
    { $multiply: [exact('$items.main_price'), exact('$items.amount')] },
    exact('$items.discount_amount'),
  ],
};

const localFormats: Readonly<Partial<Record<StatisticsQuery['by'], string>>> = {
  day: '%Y-%m-%d',
  month: '%Y-%m',
  hour: '%H',
};

function keyOf({ by }: StatisticsQuery, span: Span, timeZone: string): unknown {
  const format = localFormats[by];
  if (format !== undefined) {
    const startDate = { $dateFromString: { dateString: '$created_at', onError: null } };
    const local = { $dateAdd: { startDate, unit: 'minute', amount: offsetIn(timeZone, span) } };
    return { $dateToString: { date: local, format } };
  }
  if (by === 'city') return null;
  if (by === 'payment_status') return paymentStatusOfDocument;
  return by === 'product' ? '$items.product_id' : `$${by}`;
}

/**
 * The offset of an order's creation time from UTC, in minutes. MongoDB could compute it too, but its rules of time zones may be
 * outdated, and it may not know new time zones.
 */
function offsetIn(timeZone: string, { from, until }: Span): unknown {
  const [first, last] = [Math.max(Date.parse(from), 0), Math.min(Date.parse(until), storeNow().getTime())];
  const periods = clockPeriods(timeZone, first, last);
  const offset = periods.pop()?.minutes ?? 0;
  if (periods.length === 0) return offset;
  const branches = periods.map((period) => ({
    case: { $lt: ['$created_at', new Date(period.until).toISOString()] },
    then: period.minutes,
  }));
  return { $switch: { branches, default: offset } };
}

function partOf({ _id: { key, city }, at, ...figures }: Found, { by }: StatisticsQuery): RowPart {
  const { orders, live_orders: live, items, total } = figures;
  const shown = by === 'hour' ? String(Number(key)) : String(key);
  return {
    key: by === 'city' ? foldCity(city ?? '') : shown,
    orders: BigInt(orders),
    live_orders: BigInt(live),
    items: BigInt(items),
    total: BigInt(total),
    ...(by === 'city' && { named: { as: city ?? '', at } }),
  };
}
