interface Sums {
  orders: number;
  /** Orders that are not rejected, cancelled or returned. Only these count towards `total`. */
  live_orders: number;
  total: number;
}

/**
 * A day's orders and their value up to a time in hours. At 9.5, half of the values of the hour from nine to ten are included.
 */
export function sumUntil(rows: readonly (Sums & { key: string })[], time: number): Sums {
  const weighted = rows.map((row) => ({ ...row, weight: Math.min(1, Math.max(0, time - Number(row.key))) }));
  const sumOf = (figure: keyof Sums) => weighted.reduce((sum, row) => sum + row[figure] * row.weight, 0);
  return { orders: sumOf('orders'), live_orders: sumOf('live_orders'), total: sumOf('total') };
}

export function averageOrder({ live_orders: orders, total }: Pick<Sums, 'live_orders' | 'total'>): number {
  return orders === 0 ? 0 : total / orders;
}

/** The change in percent, rounded. Undefined if there is nothing to compare with. */
export function percentChange(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 100);
}

/** The points of a line that is drawn in a box of this size, from the first value to the last. */
export function linePoints(
  values: readonly number[],
  { width, height }: { width: number; height: number },
): string {
  const highest = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map((value, index) => `${(index * step).toFixed(1)},${(height - (value / highest) * height).toFixed(1)}`)
    .join(' ');
}
