import { indexedUpToId } from '#services/orders/lists/storage/search-index.ts';

/** Collections that matter only to running processes. So backups do not contain them. */
const passing = new Set(['leases']);

/** Whether backups contain this collection. */
export function isKept(collection: string): boolean {
  return (
    !passing.has(collection) && !collection.startsWith('system.') && !collection.startsWith(stagedPrefix)
  );
}

/** The prefix under which a restore builds the collections that replace the existing ones. */
export const stagedPrefix = 'restoring.';

export const countersCollection = 'counters';

/** A document of `counters`: a sequence of ids, a count of orders, or the progress of the search index. */
export interface CounterDocument {
  _id: string;
  version?: unknown;
}

/** The last id that each sequence assigned. The only other counter with a `version` is the search index's progress. */
export function sequencesAmong(counters: readonly CounterDocument[]): Record<string, number> {
  const last = counters.flatMap(({ _id, version }) =>
    typeof version === 'number' && _id !== indexedUpToId ? [[_id, version] as const] : [],
  );
  return Object.fromEntries(last);
}

/** The collection of erased people. The manifest lists their ids, so that a restore of an older backup can erase them again. */
export const erasuresCollection = 'erasures';

export interface ErasedPerson {
  _id: number;
}

export function idsOf(people: readonly ErasedPerson[]): number[] {
  return people.map(({ _id }) => _id);
}
