/** Turns the flat names of forms into nested data (contract.md, "Nesting"), in objects without a prototype. */
import { detail, Problem, type FieldError } from '#shared/contracts/errors.ts';
import type { RowNumbers } from '#shared/contracts/kit/row-numbers.ts';
import {
  Branch,
  createValueCount,
  keyOf,
  plainObject,
  refuseBeyond,
  type Key,
  type Malformed,
} from './field-tree.ts';

/** For each list, an error response names at most this many `uneven` fields, so that the response stays short. */
const namedUneven = 100;

/** Maps each list, such as `items`, and each field of its entries to how often the form has sent `items[*.field]` so far. */
type Occurrences = Map<string, Map<string, number>>;

/** `a[b]=1&a[c]=2` → `{a: {b: '1', c: '2'}}`. Texts are not trimmed. Throws `code` for invalid UTF-8. */
export function parseForm(text: string, code: Malformed, values = Infinity): SentFields {
  return readFields(formEntries(withBlanks(text), code, values), code, values);
}

export interface SentFields {
  fields: Record<string, unknown>;
  rows: RowNumbers;
  /**
   * Errors for fields of a list, such as `items[*.amount]`, that a form sends less often than other fields of this list. The
   * star means the next entry, so it is unclear which entries lack the field.
   */
  uneven: FieldError[];
}

/**
 * Names may be written `a[b]`, `a[]`, `a[0][b]`, `a[][b]`, `a[*.b]`, `a[*][b]`, `a[0.b]` and `a.0.b`. The star counts: the third
 * `a[*.b]` belongs to the third entry of `a`. A value may itself be nested JSON, which is merged with the other fields. If two
 * names lead to the same field, the last value wins, as in PHP. An object whose keys are all indexes becomes an array sorted by
 * index, without gaps: `a[7]=x&a[2]=y` → `['y', 'x']`. If there were gaps, `rows` holds the indexes: `{a: [2, 7]}`.
 *
 * Throws `code` for more than five levels. Throws `payload_too_large` for more than `values` values, counting objects and arrays.
 */
export function readFields(
  entries: Iterable<readonly [name: string, value: unknown]>,
  code: Malformed,
  values = Infinity,
): SentFields {
  const countValue = createValueCount(values, code);
  const root = new Branch(countValue);
  const occurrences: Occurrences = new Map();
  const paths = new Map<string, Key[]>();
  for (const [name, value] of entries) {
    const path = paths.get(name) ?? pathOf(name, code);
    if (paths.size < 1000) paths.set(name, path);
    countValue();
    put(root, path, value, occurrences, code);
  }
  const rows = Object.create(null) as Record<string, readonly number[]>;
  return { fields: plainObject(root.entries(), { code, rows }), rows, uneven: unevenFields(occurrences) };
}

/** Yields the fields in the order in which they were sent. Fields without a name are counted, but not yielded. */
export function* formEntries(
  text: string,
  code: Malformed,
  values: number,
): Generator<[name: string, value: string]> {
  const countValue = createValueCount(values, code);
  for (let start = 0; start < text.length;) {
    countValue();
    const found = text.indexOf('&', start);
    const end = found < 0 ? text.length : found;
    const piece = text.slice(start, end);
    start = end + 1;
    const equals = piece.indexOf('=');
    const sentName = equals < 0 ? piece : piece.slice(0, equals);
    const name = decode(sentName, code, sentName);
    if (name !== '') yield [name, equals < 0 ? '' : decode(piece.slice(equals + 1), code, sentName)];
  }
}

/** Replaces plus signs with blanks byte by byte, which is much faster than `replaceAll` for a long text. */
function withBlanks(text: string): string {
  if (!text.includes('+')) return text;
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += 1) if (bytes[at] === 0x2b) bytes[at] = 0x20;
  return bytes.toString();
}

/** The error shows a field's name as it was sent, cut to this length, because the name may be impossible to decode. */
const shownNameLength = 100;

function decode(text: string, code: Malformed, field: string): string {
  const spaced = text.includes('+') ? text.replaceAll(/\+/g, ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    throw new Problem(code, detail('field_not_decoded', { field: field.slice(0, shownNameLength) }));
  }
}

/** `items[0.product_id]` → ['items', 0, 'product_id']; `ids[]` → ['ids', '']. Unbalanced brackets are part of the name. */
function pathOf(name: string, code: Malformed): Key[] {
  // Fast path for names such as `ids[3]`, the most frequent names in a long list.
  const indexed = /^([^.[\]]+)\[(0|[1-9]\d{0,14})\]$/.exec(name);
  if (indexed) return [keyOf(indexed[1] ?? ''), Number(indexed[2])];
  const bracket = name.indexOf('[');
  const base = bracket > 0 && name.includes(']', bracket) ? name.slice(0, bracket) : name;
  const path = atDots(base);
  for (let open = base.length; name[open] === '[' || name[open] === '.';) {
    const isDotted = name[open] === '.';
    const close = isDotted ? endOfDots(name, open) : name.indexOf(']', open);
    if (close < 0) break;
    path.push(...atDots(name.slice(open + 1, close)));
    refuseBeyond(path.length, code);
    open = isDotted ? close : close + 1;
  }
  refuseBeyond(path.length, code);
  return path;
}

/** The index where a dotted part ends, such as `.product_id` in `items[0].product_id`. The library `qs` can write such names. */
function endOfDots(name: string, dot: number): number {
  const bracket = name.indexOf('[', dot);
  return bracket < 0 ? name.length : bracket;
}

function atDots(name: string): Key[] {
  const parts = name.split('.', 100);
  return parts.includes('') ? [name] : parts.map(keyOf);
}

function put(
  root: Branch,
  path: readonly Key[],
  value: unknown,
  occurrences: Occurrences,
  code: Malformed,
): void {
  let branch = root;
  for (let depth = 0; depth < path.length - 1; depth += 1)
    branch = branch.branchAt(keyFor(branch, path, depth, occurrences));
  const key = keyFor(branch, path, path.length - 1, occurrences);
  // An empty parameter of a query counts as absent, so it doesn't replace a range: `a[from]=1&a=`.
  const isAbsent = code === 'malformed_query' && value === '' && branch.get(key) instanceof Branch;
  if (!isAbsent) branch.merge(key, value);
}

/** The key for one segment of a name. For a segment `[]` or `*`, the key is an index, which depends on the fields read before. */
function keyFor(branch: Branch, path: readonly Key[], depth: number, occurrences: Occurrences): Key {
  const segment = path[depth] ?? '';
  if (segment === '*') {
    const [list, field] = [path.slice(0, depth).join('.'), path.slice(depth + 1).join('.')];
    return countOccurrence(occurrences, list, field);
  }
  if (segment !== '') return segment;
  if (depth === path.length - 1) return branch.next;
  if (branch.open === undefined || has(branch.get(branch.open), path, depth + 1)) branch.open = branch.next;
  return branch.open;
}

function countOccurrence(occurrences: Occurrences, list: string, field: string): number {
  const counts = occurrences.getOrInsertComputed(list, () => new Map());
  const count = counts.get(field) ?? 0;
  counts.set(field, count + 1);
  return count;
}

function has(value: unknown, path: readonly Key[], depth: number): boolean {
  let current = value;
  for (const segment of path.slice(depth)) {
    if (!(current instanceof Branch)) return false;
    current = current.get(segment);
  }
  return current !== undefined;
}

function unevenFields(occurrences: Occurrences): FieldError[] {
  return [...occurrences].flatMap(([list, counts]) => {
    const entries = counts.values().reduce((most, count) => Math.max(most, count), 0);
    return [...counts]
      .filter(([, count]) => count < entries)
      .slice(0, namedUneven)
      .map(([field]) => ({
        field: `${list}.*.${field}`,
        rule: 'indexed_entries' as const,
        params: { example: `${list}[0][${field}]` },
      }));
  });
}
