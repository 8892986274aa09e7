export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function mapValues<T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}
