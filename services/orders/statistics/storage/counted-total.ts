import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { dayRange } from '#shared/contracts/kit/moments.ts';
import { momentsOf } from '#shared/contracts/kit/filter-kinds.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import { statisticsRange, type StatisticsRange } from '../range.ts';
import { cellsAsked, statisticsQuery } from '../statistics-query.ts';
import type { OrderListQuery } from '../../lists/storage/list-access.ts';
import { inSnapshot } from '../../records/storage/order-counts.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';
import { readCounted } from './count-orders.ts';
import { sumCells, sumMoves } from './sum-cells.ts';

/**
 * Computes the exact total of a list of orders from the daily counts. It supports a range of `created_at`, a product, or both,
 * combined with statuses and payment methods. Null: the counts do not support the query. The returned function resolves with null
 * if the counts are temporarily unusable.
 */
export function createCountedTotal(
  { orders }: Pick<OrdersModels, 'orders'>,
  locale: StoreLocale,
): (query: OrderListQuery) => (() => Promise<number | null>) | null {
  const { timeZone } = locale;
  const timeOf = localTimes(timeZone);

  const rangeOf = async ({ created_at: asked }: OrderListQuery['filters']): Promise<StatisticsRange> => {
    const range = asked === undefined ? {} : momentsOf(asked, timeZone);
    const first = range.from === undefined ? await oldestOrder(orders) : null;
    // The range starts with the whole day of the oldest order, since there are no orders before it.
    const oldest = first === null ? null : dayRange(timeOf(first).day, timeZone).from;
    return statisticsRange(range, { now: storeNow().toISOString(), oldest, timeZone });
  };

  return ({ search, filters }) => {
    if (search !== null || (filters.created_at === undefined && filters.product_id === undefined))
      return null;
    const query = statisticsQuery('month', filters);
    const asked = cellsAsked(query);
    if (!asked) return null;
    return async () => {
      const { days, ends } = await rangeOf(filters);
      if (!days || ends.length > 0) return null;
      return inSnapshot(orders.db, async (at) => {
        const within = { asked, days };
        // One read after the other, because the first determines the moment of the snapshot.
        const counted = await readCounted(at, locale);
        if (counted?.behindSince !== null) return null;
        const whole = await sumCells(at, query, within);
        const parts = [...whole, ...sumMoves(counted.moves, query, { ...within, timeOf })];
        return parts.reduce((sum, { orders: count }) => sum + Number(count), 0);
      });
    };
  };
}

export async function oldestOrder(orders: OrdersModels['orders']): Promise<string | null> {
  const oldest = await orders.findOne({}, { created_at: 1 }).sort({ created_at: 1, _id: 1 }).lean();
  return oldest?.created_at ?? null;
}
