import { detail, Problem } from '#shared/contracts/errors.ts';

export type Malformed = 'malformed_body' | 'malformed_query';

/** An array index as a number; any other field name as text. */
export type Key = string | number;

/** Maximum levels of objects and arrays in one body or query, counting the outermost (contract.md, "Limits"). */
const maximumDepth = 5;

/** Converts an index to a number. An index of more than 15 digits stays text, because the number would not be exact. */
export function keyOf(name: string): Key {
  return /^(?:0|[1-9]\d{0,14})$/.test(name) ? Number(name) : name;
}

/** Returns a function that counts one value. The function throws once there are more than `limit` values. */
export function createValueCount(limit: number, code: Malformed): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count > limit) throw tooManyValues(limit, code);
  };
}

export function tooManyValues(limit: number, code: Malformed = 'malformed_body'): Problem {
  if (code === 'malformed_query') return new Problem(code, detail('too_many_parameters', { limit }));
  return new Problem('payload_too_large', detail('too_many_values', { limit }));
}

/** An object or array under construction. A nested JSON value stays plain data until a field is added inside it. */
export class Branch {
  readonly #countValue: () => void;
  /** The values at indexes 0, 1, 2 … without gaps, which nearly every list has. An array is much faster than a map. */
  readonly #first: unknown[] = [];
  /** All other values. Created on demand: a list of 10,000 entries has as many branches, and most of them need no map. */
  #others: Map<Key, unknown> | undefined;
  /** The index that `[]` means in the next field: the highest index plus one, as in PHP. */
  next = 0;
  /** The index of the entry to which fields such as `items[][price]` are being added. */
  open: number | undefined;

  constructor(countValue: () => void) {
    this.#countValue = countValue;
  }

  get(key: Key): unknown {
    return typeof key === 'number' && key < this.#first.length ? this.#first[key] : this.#others?.get(key);
  }

  set(key: Key, value: unknown): void {
    if (typeof key === 'number') {
      this.next = Math.max(this.next, key + 1);
      const follows = key === this.#first.length && this.#others?.has(key) !== true;
      if (follows || key < this.#first.length) {
        this.#first[key] = value;
        return;
      }
    }
    this.#others ??= new Map();
    this.#others.set(key, value);
  }

  /** If the old and the new value are objects or arrays, merges them. Otherwise, the new value replaces the old. */
  merge(key: Key, value: unknown): void {
    if (isContainer(value) && isContainer(this.get(key)))
      for (const [name, inner] of Object.entries(value)) this.branchAt(key).merge(keyOf(name), inner);
    else this.set(key, value);
  }

  /** If there is no branch at the key, creates one: from the JSON object or array there, or an empty branch. */
  branchAt(key: Key): Branch {
    const present = this.get(key);
    if (present instanceof Branch) return present;
    this.#countValue();
    const branch = new Branch(this.#countValue);
    if (isContainer(present))
      for (const [name, value] of Object.entries(present)) branch.set(keyOf(name), value);
    this.set(key, branch);
    return branch;
  }

  entries(): [Key, unknown][] {
    return [...this.#first.entries(), ...(this.#others ?? [])];
  }

  /** The values with their indexes, in ascending order; null when a key is not an index. */
  list(): IndexedList | null {
    const isWhole = this.#others === undefined && this.#first.length > 0;
    return isWhole ? { values: this.#first, indexes: null } : inOrder(this.entries());
  }
}

interface IndexedList {
  values: unknown[];
  /** The indexes of the values. Null if they are 0, 1, 2 … without gaps. */
  indexes: number[] | null;
}

interface Place {
  path: string;
  depth: number;
  code: Malformed;
  rows: Record<string, readonly number[]>;
}

/**
 * Builds an object without a prototype. An object whose keys are all indexes becomes an array, even if the client sent it as
 * JSON. If the indexes have gaps, adds the indexes to `rows`. Throws `code` for more than five levels.
 */
export function plainObject(
  entries: Iterable<[Key, unknown]>,
  { code, rows }: Pick<Place, 'code' | 'rows'>,
): Record<string, unknown> {
  return objectAt({ path: '', depth: 1, code, rows }, entries);
}

function objectAt(place: Place, entries: Iterable<[Key, unknown]>): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [name, value] of entries) object[name] = plain(value, place, name);
  return object;
}

function plain(value: unknown, parent: Place, key: Key): unknown {
  if (!isContainer(value)) return value;
  const place = within(parent, key);
  refuseBeyond(place.depth, place.code);
  if (Array.isArray(value)) return value.map((entry, index) => plain(entry, place, index));
  const entries =
    value instanceof Branch
      ? []
      : Object.entries(value).map(([name, inner]): [Key, unknown] => [keyOf(name), inner]);
  const list = value instanceof Branch ? value.list() : inOrder(entries);
  if (!list) return objectAt(place, value instanceof Branch ? value.entries() : entries);
  const { values, indexes } = list;
  if (indexes?.some((index, position) => index !== position)) place.rows[place.path] = indexes;
  return values.map((entry, index) => plain(entry, place, index));
}

function within(place: Place, key: Key): Place {
  const path = place.path === '' ? String(key) : `${place.path}.${key}`;
  return { ...place, path, depth: place.depth + 1 };
}

function inOrder(entries: [Key, unknown][]): IndexedList | null {
  const indexed = entries.filter((entry): entry is [number, unknown] => typeof entry[0] === 'number');
  if (entries.length === 0 || indexed.length < entries.length) return null;
  indexed.sort(([left], [right]) => left - right);
  return { values: indexed.map(([, value]) => value), indexes: indexed.map(([index]) => index) };
}

export function refuseBeyond(depth: number, code: Malformed): void {
  if (depth > maximumDepth) throw new Problem(code, detail('nested_too_deep', { depth: maximumDepth }));
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
