import { askTogether } from '../process/batch-calls.ts';
import { byId } from './load-records.ts';
import type { AnyModel } from './load-records.ts';

/** The record of an id, without the lists' `search` text; null when there is none. */
export type ReadById<R> = (id: number) => Promise<R | null>;

/** Reads single records: one query for those that are asked for together. */
export function createReadById<R extends { _id: number }>(model: AnyModel): ReadById<R> {
  return askTogether<number, R | null>(async (ids) => {
    const found = await byId<R>(model, [...new Set(ids)]);
    return ids.map((id) => found.get(id) ?? null);
  });
}
