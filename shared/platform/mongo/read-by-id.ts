import { askTogether } from '../process/batch-calls.ts';
import { byId, type AnyModel } from './load-records.ts';

/**
 * The returned function resolves with null if the record does not exist. It leaves out the field `search`, which only lists use.
 * Calls in the same round of the event loop share one query.
 */
export function createReadById<R extends { _id: number }>(
  model: AnyModel,
): (id: number) => Promise<R | null> {
  return askTogether<number, R | null>(async (ids) => {
    const found = await byId<R>(model, [...new Set(ids)]);
    return ids.map((id) => found.get(id) ?? null);
  });
}
