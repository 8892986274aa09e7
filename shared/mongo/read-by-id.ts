import { byId } from './load-records.ts';
import type { AnyModel } from './load-records.ts';

/** The record of an id, without the lists' `search` text; null when there is none. */
export type ReadById<R> = (id: number) => Promise<R | null>;

/**
 * Reads single records. Those that are asked for in the same turn of the event loop come in one query: requests that wait
 * together cost the database and the driver little more than one of them does, and a lone one waits for nobody.
 */
export function createReadById<R extends { _id: number }>(model: AnyModel): ReadById<R> {
  let asked: { ids: Set<number>; found: Promise<Map<number, R>> } | null = null;

  async function atTheEndOfThisTurn(ids: ReadonlySet<number>): Promise<Map<number, R>> {
    await new Promise((resolve) => setImmediate(resolve));
    // Whoever asks from here on must not be given what was read before they asked.
    asked = null;
    return byId<R>(model, [...ids]);
  }

  return async (id) => {
    if (!asked) {
      const ids = new Set<number>();
      asked = { ids, found: atTheEndOfThisTurn(ids) };
    }
    const { ids, found } = asked;
    ids.add(id);
    return (await found).get(id) ?? null;
  };
}
