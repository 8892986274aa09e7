import { indexedUpToId } from '#services/orders/storage/search-index.ts';

/** Who holds which task: of no use once the holders are gone. */
const passing = new Set(['leases']);

/** Whether a backup holds this collection. */
export function isKept(collection: string): boolean {
  return (
    !passing.has(collection) && !collection.startsWith('system.') && !collection.startsWith(stagedPrefix)
  );
}

/** Where a restore builds up what then takes the place of the collection. */
export const stagedPrefix = 'restoring.';

export const countersCollection = 'counters';

/** A document of `counters`: a sequence of ids, a count of orders, or how far the index of search is. */
export interface CounterDocument {
  _id: string;
  version?: unknown;
}

/** The last ids that were given out, by sequence. */
export function sequencesAmong(counters: readonly CounterDocument[]): Record<string, number> {
  const last = counters.flatMap(({ _id, version }) =>
    typeof version === 'number' && isSequence(_id) ? [[_id, version] as const] : [],
  );
  return Object.fromEntries(last);
}

/** Counts of orders have no `version`; this position has. */
export function isSequence(counter: string): boolean {
  return counter !== indexedUpToId;
}

/** Who was erased; the manifest tells their ids, so that a restore of an older backup can erase them again. */
export const erasuresCollection = 'erasures';

export interface ErasedPerson {
  /** The user's id. */
  _id: number;
}

export function idsOf(people: readonly ErasedPerson[]): number[] {
  return people.map(({ _id }) => _id);
}
