import { setTimeout as sleep } from 'node:timers/promises';
import { maxSelected } from '../../contracts/kit/selection.ts';
import type { AskedSelection, Selected } from '../decide/bulk-operation.ts';
import { selectionSeconds } from '../decide/bulk-start.ts';
import { planList } from '../lists/plan.ts';
import type { AnyList } from '../lists/source.ts';
import { isTimeExceeded } from '../../platform/mongo/faults.ts';
import { storeNow } from '../../platform/mongo/store-clock.ts';

/** Finds the records of bulk work that has filters or a search instead of ids. The result is keyed by command id. */
export type SelectRecords = (asked: readonly AskedSelection[]) => Promise<Map<string, Selected>>;

/**
 * All searches of a batch together may take this many times the time limit of one search, because the batch's transaction is open
 * meanwhile.
 */
const selectionsOfBatch = 4;

/**
 * Finds the ids of all records that the table's list shows for these filters and this search. Each query reads one snapshot. It
 * runs outside the command's transaction, because a slow query would abort that transaction. `ids` is null if the query takes too
 * long. If more than `most` records match, `ids` has one id more than `most`, so that the command can be rejected. `lists` has
 * one list for each table.
 */
export function createSelectRecords(
  lists: Readonly<Record<string, AnyList>>,
  withinMs = selectionSeconds * 1000,
  most = maxSelected,
): SelectRecords {
  const select = async (
    { command, table, search, filters }: AskedSelection,
    forMs: number,
  ): Promise<Selected> => {
    const list = lists[table];
    if (!list) throw new Error(`The table ${table} has no list, so its records cannot be selected`);
    // This time is taken before the search. The search then includes every change that was committed before this time.
    const at = storeNow().toISOString();
    if (forMs <= 0) return { _id: command, version: 0, ids: null, at };
    const found = selectedIds(list, { search, filters }, most + 1, forMs).catch((error: unknown) => {
      if (isTimeExceeded(error)) return null;
      throw error;
    });
    // A search may run several queries, and so take longer than `forMs`. The batch does not wait any longer.
    const ids = await Promise.race([found, sleep(forMs, null, { ref: false })]);
    return { _id: command, version: 0, ids, at };
  };
  return async (asked) => {
    const selected = new Map<string, Selected>();
    const until = performance.now() + selectionsOfBatch * withinMs;
    for (const one of asked) {
      const forMs = Math.min(withinMs, Math.floor(until - performance.now()));
      selected.set(one.command, await select(one, forMs));
    }
    return selected;
  };
}

async function selectedIds(
  list: AnyList,
  { search, filters }: Pick<AskedSelection, 'search' | 'filters'>,
  limit: number,
  withinMs: number,
): Promise<number[]> {
  const paging = { kind: 'pages' as const, page: 1, perPage: limit };
  const plan = await planList(list, { search, filters, sort: [], paging }, {});
  if (plan.search)
    return plan.search.page(plan.search.term, { after: null, descending: false, skip: 0, limit });
  const found = plan.model
    .find(plan.filter, { _id: 1 })
    .limit(limit)
    .maxTimeMS(withinMs)
    .read('primary')
    .readConcern('snapshot')
    .lean<{ _id: number }[]>();
  const rows = await (plan.access.hint ? found.hint(plan.access.hint) : found);
  return rows.map(({ _id }) => _id).sort((a, b) => a - b);
}
