export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON that does not depend on the order of the fields. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

export function mapValues<Name extends string, T, R>(
  record: Readonly<Record<Name, T>>,
  map: (value: T) => R,
): Record<Name, R> {
  const entries = Object.entries<T>(record);
  return Object.fromEntries(entries.map(([name, value]) => [name, map(value)])) as Record<Name, R>;
}

/** One value for each of these names. */
export function byName<Name extends string, T>(
  names: readonly Name[],
  valueOf: (name: Name) => T,
): Record<Name, T> {
  return Object.fromEntries(names.map((name) => [name, valueOf(name)])) as Record<Name, T>;
}
