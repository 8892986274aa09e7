type Fields = Record<string, unknown>;

/** Lists whose elements kustomize merges by this field; it replaces all other lists as a whole. */
const keys: Readonly<Record<string, string>> = {
  containers: 'name',
  env: 'name',
  volumes: 'name',
  volumeMounts: 'mountPath',
};

/** Applies a strategic merge patch like kustomize, which moves patched elements to the front of a list. */
export function patched(value: unknown, patch: unknown, field = ''): unknown {
  if (Array.isArray(value) && Array.isArray(patch)) return mergedList(value, patch, keys[field]);
  if (!isFields(value) || !isFields(patch)) return patch;
  const changed = Object.entries(patch).map(([name, part]) => [name, patched(value[name], part, name)]);
  return { ...value, ...(Object.fromEntries(changed) as Fields) };
}

function mergedList(value: unknown[], patch: unknown[], key: string | undefined): unknown[] {
  if (key === undefined) return patch;
  const [all, named] = [value as Fields[], patch as Fields[]];
  const before = (one: Fields) => all.find((other) => other[key] === one[key]);
  const untouched = all.filter((one) => named.every((other) => other[key] !== one[key]));
  return [...named.map((one) => patched(before(one), one)), ...untouched];
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
