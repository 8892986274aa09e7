interface Sums {
  orders: number;
  total: number;
}

/**
 * A day's orders and their value up to a time in hours. At 9.5, half of the values of the hour from nine to ten are included.
 */
export function sumUntil(rows: readonly (Sums & { key: string })[], time: number): Sums {
  const weighted = rows.map((row) => ({ ...row, weight: Math.min(1, Math.max(0, time - Number(row.key))) }));
  return {
    orders: weighted.reduce((sum, { orders, weight }) => sum + orders * weight, 0),
    total: weighted.reduce((sum, { total, weight }) => sum + total * weight, 0),
  };
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
