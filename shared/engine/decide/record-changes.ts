/** The change of one field. `field` is a dotted name: `en.name`, or `items.12.amount` for the item with id 12. */
export interface FieldChange {
  field: string;
  /** Null if the field had no value. */
  from: unknown;
  to: unknown;
}

/** A record's fields by dotted name, without null values. */
export type FlatRecord = Map<string, unknown>;

/** Fields that services maintain by themselves, so changes of these fields are not listed. Release 0.6.0 wrote `log`. */
const bookkeeping = new Set([
  '_id',
  'id',
  'version',
  'log',
  'created_at',
  'updated_at',
  'created_by_command',
  'search',
]);

/**
 * Every field that differs between two forms of a record. `without`: dotted names to leave out, with `*` for an entry's id
 * (`items.*.held`). If all entries of a list have ids, they are compared one by one. Other lists are compared as a whole.
 */
export function changesBetween(
  before: object | null,
  after: object | null,
  without: ReadonlySet<string>,
): FieldChange[] {
  const changes: FieldChange[] = [];
  compare({ name: '', path: '', before, after }, without, changes);
  return changes;
}

export function flatten(record: object, without: ReadonlySet<string>): FlatRecord {
  return new Map(changesBetween(null, record, without).map(({ field, to }) => [field, to]));
}

export function withChanges(fields: FlatRecord, changes: readonly FieldChange[]): FlatRecord {
  const after = new Map(fields);
  for (const { field, to } of changes) {
    if (to === null) after.delete(field);
    else after.set(field, to);
  }
  return after;
}

interface Compared {
  name: string;
  path: string;
  before: unknown;
  after: unknown;
}

function compare(
  { name, path, before, after }: Compared,
  without: ReadonlySet<string>,
  into: FieldChange[],
): void {
  if (before === after || without.has(path)) return;
  const [had, has] = [membersOf(before), membersOf(after)];
  if (had || has) {
    const isList = Array.isArray(before) || Array.isArray(after);
    for (const key of new Set([...(had?.keys() ?? []), ...(has?.keys() ?? [])])) {
      if (bookkeeping.has(key)) continue;
      const step = isList ? '*' : key;
      const inner = name === '' ? [key, step] : [`${name}.${key}`, `${path}.${step}`];
      const [innerName = '', innerPath = ''] = inner;
      compare(
        { name: innerName, path: innerPath, before: had?.get(key), after: has?.get(key) },
        without,
        into,
      );
    }
    return;
  }
  const [from, to] = [valueOf(before), valueOf(after)];
  if (JSON.stringify(from) !== JSON.stringify(to)) into.push({ field: name, from, to });
}

/** An empty list counts as null, because it does not show whether its entries would have ids. */
function valueOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? null : (value ?? null);
}

/** An object's members by name, or a list's entries by id; null for any other value. */
function membersOf(value: unknown): Map<string, unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  if (!Array.isArray(value)) return new Map(Object.entries(value));
  const entries = value as readonly unknown[];
  if (entries.length === 0 || !entries.every(hasId)) return null;
  return new Map(entries.map((entry) => [String(entry.id), entry]));
}

function hasId(entry: unknown): entry is { id: number } {
  return typeof entry === 'object' && entry !== null && typeof (entry as { id?: unknown }).id === 'number';
}
