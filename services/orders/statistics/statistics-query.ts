import { paymentMethods } from '#shared/contracts/endpoints/order-fields.ts';
import { orderStates, states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { paymentStatuses, type PaymentStatus } from '#shared/contracts/endpoints/payment-states.ts';
import type { StatisticsBy, StatisticsFilters } from '#shared/contracts/endpoints/order-statistics.ts';
import { countedKind } from '../records/counted-kind.ts';
import { allKinds, foldCity, liveKinds, type CellsOf } from './cells.ts';

export interface StatisticsQuery {
  by: StatisticsBy;
  states: readonly OrderState[];
  paymentMethods: readonly number[];
  paymentStatuses: readonly PaymentStatus[];
  /** The query covers only orders with a line for one of these products. Null: all orders. */
  products: readonly number[] | null;
  /** Case-folded. */
  city: string | null;
  /** Whether the query has filters for which there are no stored counts. */
  hasOthers: boolean;
}

export function statisticsQuery(by: StatisticsBy, filters: StatisticsFilters): StatisticsQuery {
  const { status, payment_method: payment, product_id: product, city, created_at: _range, ...rest } = filters;
  return {
    by,
    states: status ?? orderStates,
    paymentMethods: payment === undefined ? paymentMethods : [payment].flat(),
    paymentStatuses: filters.payment_status ?? paymentStatuses,
    products: product === undefined ? null : [product].flat(),
    city: city === undefined ? null : foldCity(city),
    hasOthers: Object.values(rest).some((value) => (value ?? null) !== null),
  };
}

export interface CellsAsked {
  of: CellsOf;
  /** Product ids, or one city. Null: all. */
  keys: readonly (number | string)[] | null;
}

/**
 * The cells that contain the response to a query. Null: no cells contain it, so the orders must be read. No cell combines a
 * product with a city, a product with an hour, or a city with an hour. Cells of several products cannot be added up, because one
 * order may contain two of the products. Cells have no payment statuses.
 */
export function cellsAsked({ by, products, city, hasOthers }: StatisticsQuery): CellsAsked | null {
  if (hasOthers || by === 'payment_status' || (products && city !== null)) return null;
  if (by === 'hour') return products || city !== null ? null : { of: 'hours', keys: null };
  if (by === 'product') return city === null ? { of: 'products', keys: products } : null;
  if (by === 'city') return products ? null : { of: 'cities', keys: city === null ? null : [city] };
  if (products) return products.length === 1 ? { of: 'products', keys: products } : null;
  return city === null ? { of: 'days', keys: null } : { of: 'cities', keys: [city] };
}

/**
 * The figures that one row sums up. `all` lists the keys of these figures, such as `pending:1`. `live` lists the same keys
 * without the statuses rejected, cancelled and returned. `key`: the row's status or payment method. Null: one row sums up all.
 */
export interface KindGroup {
  key: string | null;
  all: string[];
  live: string[];
}

/**
 * Returns a group for each row of the response. The cells of days also contain the sums over all statuses and payment methods.
 * If the query asks for all of them, by day or by month, its only group uses these sums.
 */
export function summedGroups(
  { by, states: asked, paymentMethods: payments }: StatisticsQuery,
  { of }: Pick<CellsAsked, 'of'>,
): KindGroup[] {
  const isAll = asked.length === orderStates.length && payments.length === paymentMethods.length;
  if (isAll && of === 'days' && (by === 'day' || by === 'month'))
    return [{ key: null, all: [allKinds], live: [liveKinds] }];
  const group = (key: string | null, of: readonly OrderState[], methods: readonly number[]): KindGroup => {
    const kinds = (some: readonly OrderState[]) =>
      some.flatMap((status) => methods.map((payment_method) => countedKind({ status, payment_method })));
    return { key, all: kinds(of), live: kinds(of.filter((state) => states[state].isLive)) };
  };
  if (by === 'status') return asked.map((state) => group(state, [state], payments));
  if (by === 'payment_method') return payments.map((method) => group(String(method), asked, [method]));
  return [group(null, asked, payments)];
}
