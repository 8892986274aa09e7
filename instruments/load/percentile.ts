/** The value below which `part` of the values are. Returns 0 if there are no values. */
export function percentile(values: readonly number[] | Float64Array, part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
}

/** The middle value, or the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [below, above] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (below === undefined || above === undefined) throw new Error('An empty list has no median');
  return (below + above) / 2;
}
