import type { ListCursor } from './cursor.ts';
import type { SortKey } from '../contracts/schema-kit/list-query.ts';
import { operator, type MongoFilter } from '../mongo/operator.ts';

/** Rows strictly after these values in the order of `keys`. Null sorts before everything, as in MongoDB. */
export function rowsAfter(keys: readonly SortKey[], values: ListCursor['values']): MongoFilter {
  const [only] = keys;
  if (only && keys.length === 1) return beyond(only, values[0] ?? null);
  const branches = keys.map((key, index) => {
    const equal = keys.slice(0, index).map((other, i) => ({ [other.field]: values[i] }));
    return { $and: [...equal, beyond(key, values[index] ?? null)] };
  });
  return { $or: branches };
}

function beyond({ field, descending }: SortKey, value: ListCursor['values'][number]): MongoFilter {
  if (value === null) return { [field]: operator(descending ? { $in: [] } : { $ne: null }) };
  if (!descending) return { [field]: operator({ $gt: value }) };
  if (field === '_id') return { _id: operator({ $lt: value }) };
  return { $or: [{ [field]: operator({ $lt: value }) }, { [field]: null }] };
}
