import { toMajor } from '#shared/contracts/kit/money.ts';
import type { StatisticsRow } from '#shared/contracts/endpoints/order-statistics.ts';

/**
 * `orders` counts all orders. The other figures leave out rejected, cancelled and returned orders: `live_orders` counts the
 * others, `items` their units, and `total` their money in minor units.
 */
export interface RowPart {
  key: string;
  orders: bigint;
  live_orders: bigint;
  items: bigint;
  total: bigint;
  /** The spelling of a city, and the day or time of the latest order that has it. */
  named?: { as: string; at: string };
}

export function newRows() {
  const rows = new Map<string, RowPart>();
  return {
    add: (parts: readonly RowPart[]): void => {
      for (const part of parts) {
        const row = rows.get(part.key) ?? noOrders(part.key);
        rows.set(part.key, {
          key: part.key,
          orders: row.orders + part.orders,
          live_orders: row.live_orders + part.live_orders,
          items: row.items + part.items,
          total: row.total + part.total,
          ...laterName(row, part),
        });
      }
    },
    /** With `keys`: one row for each key, even without orders. With null: all rows with orders, largest totals first. */
    shown: (keys: readonly string[] | null, decimals: number): StatisticsRow[] => {
      const show = (row: RowPart) => shownRow(row, decimals);
      if (keys) return keys.map((key) => show(rows.get(key) ?? noOrders(key)));
      return [...rows.values()]
        .filter(({ orders }) => orders > 0n)
        .sort(byTotal)
        .map(show);
    },
  };
}

function noOrders(key: string): RowPart {
  return { key, orders: 0n, live_orders: 0n, items: 0n, total: 0n };
}

function laterName(row: RowPart, part: RowPart): Pick<RowPart, 'named'> {
  const [one, other] = [row.named, part.named];
  const named = one && other ? (other.at >= one.at ? other : one) : (one ?? other);
  return named ? { named } : {};
}

function byTotal(a: RowPart, b: RowPart): number {
  if (a.total !== b.total) return a.total > b.total ? -1 : 1;
  return a.key.localeCompare(b.key, 'en', { numeric: true });
}

function shownRow(
  { key, named, orders, live_orders, items, total }: RowPart,
  decimals: number,
): StatisticsRow {
  return {
    key: named?.as ?? key,
    orders: Number(orders),
    live_orders: Number(live_orders),
    items: Number(items),
    total: toMajor(Number(total), decimals),
  };
}
