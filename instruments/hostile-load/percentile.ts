/** The value below which this part of the values lies; 0 without values. */
export function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? 0;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
