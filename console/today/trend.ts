interface Sums {
  orders: number;
  total: number;
}

/** The orders and their value in the hours of a day before `hour`, and in that hour. */
export function sumUntil(rows: readonly (Sums & { key: string })[], hour: number): Sums {
  const until = rows.filter(({ key }) => Number(key) <= hour);
  return {
    orders: until.reduce((sum, row) => sum + row.orders, 0),
    total: until.reduce((sum, row) => sum + row.total, 0),
  };
}

/** The change in percent, rounded. Undefined if there is nothing to compare with. */
export function percentChange(now: number, before: number): number | undefined {
  return before === 0 ? undefined : Math.round(((now - before) / before) * 100);
}

/** The points of a line in a box of this size, from the first value to the last. */
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
