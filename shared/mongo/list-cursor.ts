import type { SortKey } from '../contracts/list-query.ts';
import { invalid } from '../errors.ts';
import { operator } from './list-filters.ts';
import type { MongoFilter } from './list-filters.ts';

/** A place in a sorted list: the sort values of the row beside it, and which way to go from there. */
export interface ListCursor {
  values: (string | number | boolean | null)[];
  pointsToNext: boolean;
}

export function encodeCursor(cursor: ListCursor): string {
  return Buffer.from(JSON.stringify([cursor.pointsToNext ? 1 : 0, ...cursor.values])).toString('base64url');
}

/** Refuses with 422 on `cursor` what was not made for a list sorted by `keys` many values. */
export function decodeCursor(text: string, keys: number): ListCursor {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    if (Array.isArray(parsed) && parsed.length === keys + 1 && parsed.every(isSortValue)) {
      const [direction, ...values] = parsed as [number, ...ListCursor['values']];
      if (direction === 0 || direction === 1) return { values, pointsToNext: direction === 1 };
    }
  } catch {
    // Falls through to the refusal.
  }
  throw invalid({ field: 'cursor', rule: 'cursor' });
}

function isSortValue(value: unknown): boolean {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}

/** Rows strictly after these values in the order of `keys`. Null sorts before everything, as in MongoDB. */
export function rowsAfter(keys: readonly SortKey[], values: ListCursor['values']): MongoFilter {
  const branches = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((other, i) => ({ [other.field]: values[i] }));
    return { $and: [...equal, beyond(key, values[index] ?? null)] };
  });
  return { $or: branches };
}

function beyond({ field, descending }: SortKey, value: ListCursor['values'][number]): MongoFilter {
  if (value === null) return { [field]: operator(descending ? { $in: [] } : { $ne: null }) };
  if (!descending) return { [field]: operator({ $gt: value }) };
  return { $or: [{ [field]: operator({ $lt: value }) }, { [field]: null }] };
}
