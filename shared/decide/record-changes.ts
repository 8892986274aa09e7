/** One field of a record before and after a change: a dotted name (`en.name`; `items.12.amount`, 12 being the item's id). */
export interface FieldChange {
  field: string;
  /** Null if there was none. */
  from: unknown;
  to: unknown;
}

/** A record's fields by dotted name, without null ones. */
export type FlatRecord = Map<string, unknown>;

/** Fields that a record or entry keeps for the service itself; users do not edit them. Release 0.6.0 wrote `log`. */
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
 * Every field that differs between two forms of a record. `without`: dotted names to leave out, with `*` for
 * an entry's id (`items.*.held`). Lists of entries with ids are compared by id, other lists as a whole.
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

/** A record's fields after these changes. */
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

/** An empty list counts as null: its kind of entries is unknown. */
function valueOf(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? null : (value ?? null);
}

/** The members of an object, or of a list of entries with ids, by name; null for a plain value. */
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
