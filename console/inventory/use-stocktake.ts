import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  adminInventoryRead,
  adminInventorySet,
  NotFound,
  PreconditionFailed,
  StoreError,
} from '#clients/typescript/src/main.ts';
import { shortTimeouts, useClient } from '../data/client.tsx';
import { useKeptDraft } from '../data/use-kept-draft.ts';
import type { WriteConflict } from '../data/use-write.ts';
import { isDecided, type WriteKeys } from '../data/write-fate.ts';
import {
  countedUnits,
  differenceOf,
  withCount,
  withoutCount,
  type StockCount,
  type StockCounts,
} from './stock-count.ts';

export type CountOutcome =
  | { kind: 'saved' }
  | { kind: 'conflict'; conflict: WriteConflict<number> }
  /** The typed text is no number, or the recorded stock is not known. */
  | { kind: 'unsent' }
  | { kind: 'refused'; problem: StoreError };

type Outcomes = ReadonlyMap<number, CountOutcome>;

/** Why the recorded stock of a counted product is not known. */
type Unread = 'loading' | 'failed' | 'deleted';

export interface Stocktake {
  isOn: boolean;
  counts: StockCounts;
  begin: () => void;
  /** Ends the stocktake and discards its counts. */
  end: () => void;
  count: (product: { id: number; name: string }, typed: string) => void;
  drop: (id: number) => void;
  /** Why the recorded stock of a product is not known. Undefined if it is known. */
  unreadOf: (id: number) => Unread | undefined;
  /** Reads the recorded stock of a product for which the read has failed. */
  see: (id: number) => Promise<void>;
  /** Reads the recorded stock of all counted products whose recorded stock is not known yet. */
  seeAll: () => void;
  /** Saves each count with a request of its own. Resolves with the number of counts that are not saved. */
  save: () => Promise<number>;
  /** Saves one count after the user has seen that someone else changed the stock. Resolves with true if the count is saved. */
  saveAnyway: (id: number) => Promise<boolean>;
  outcomes: Outcomes;
  clearOutcomes: () => void;
  isSaving: boolean;
}

const nothing: { isOn: boolean; counts: StockCounts } = { isOn: false, counts: {} };

/** A stocktake over all pages of the list. Its counts survive a reload. The timeline of a product's stock shows `reason`. */
export function useStocktake(reason: string): Stocktake {
  const client = useClient();
  const [{ isOn, counts }, setDraft, , keys] = useKeptDraft('stocktake', nothing);
  const [reads, setReads] = useState<ReadonlyMap<number, Unread>>(new Map());
  const saving = useSaveCounts(reason, keys);
  const change = (next: (counts: StockCounts) => StockCounts) =>
    setDraft((now) => ({ ...now, counts: next(now.counts) }));
  const see = async (id: number) => {
    const note = (unread: Unread) => setReads((now) => new Map(now).set(id, unread));
    note('loading');
    try {
      const read = adminInventoryRead({ client, path: { product: id }, ...shortTimeouts });
      const { data, etag } = await read.withResponse();
      const seen = { stock: data.stock, etag: etag ?? undefined };
      change((now) => {
        const begun = now[id];
        return begun === undefined ? now : { ...now, [id]: { ...begun, seen } };
      });
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      note(error instanceof NotFound ? 'deleted' : 'failed');
    }
  };
  const seeAll = () => {
    for (const [id, { seen }] of Object.entries(counts)) if (seen === undefined) void see(Number(id));
  };
  // A reload of the page may have interrupted the reads of recorded stock. So repeat them.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  useEffect(seeAll, []);
  const saveOne = async (id: number, count: StockCount, etag?: string) => {
    const outcome = await saving.saveOne(id, count, etag);
    if (outcome.kind === 'saved') change((now) => withoutCount(now, id));
    return outcome.kind === 'saved';
  };
  return {
    isOn,
    counts,
    begin: () => setDraft((now) => ({ ...now, isOn: true })),
    end: () => {
      saving.clear();
      setDraft(nothing);
    },
    count: ({ id, name }, typed) => {
      const isNew = counts[id] === undefined;
      change((now) => withCount(now, id, { ...now[id], name, typed }));
      if (isNew) void see(id);
    },
    drop: (id) => change((now) => withoutCount(now, id)),
    unreadOf: (id) => (counts[id]?.seen === undefined ? (reads.get(id) ?? 'loading') : undefined),
    see,
    seeAll,
    save: async () => {
      const entries = Object.entries(counts).map(([id, count]) => [Number(id), count] as const);
      return saving.during(async () => {
        let left = 0;
        for (const [id, count] of entries) {
          if (differenceOf(count) === 0) change((now) => withoutCount(now, id));
          else if (!(await saveOne(id, count))) left += 1;
        }
        return left;
      });
    },
    saveAnyway: (id) =>
      saving.during(async () => {
        const count = counts[id];
        const outcome = saving.outcomes.get(id);
        if (count === undefined || outcome?.kind !== 'conflict') return false;
        return saveOne(id, count, outcome.conflict.etag);
      }),
    outcomes: saving.outcomes,
    clearOutcomes: saving.clear,
    isSaving: saving.isSaving,
  };
}

function useSaveCounts(reason: string, keys: WriteKeys) {
  const client = useClient();
  const queryClient = useQueryClient();
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const [isSaving, setSaving] = useState(false);
  const write = async (id: number, { typed, seen }: StockCount, etag = seen?.etag): Promise<CountOutcome> => {
    const stock = countedUnits(typed);
    if (stock === undefined || seen === undefined) return { kind: 'unsent' };
    const body = { stock, reason };
    const wish = [id, body, etag];
    try {
      await adminInventorySet({
        client,
        path: { product: id },
        headers: { 'Idempotency-Key': keys.of(...wish), ...(etag !== undefined && { 'If-Match': etag }) },
        body,
      });
      keys.forget(...wish);
      return { kind: 'saved' };
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      if (isDecided(error)) keys.forget(...wish);
      if (!(error instanceof PreconditionFailed)) return { kind: 'refused', problem: error };
      const conflict = { mine: stock, theirs: error.changes, etag: error.etag };
      return { kind: 'conflict', conflict };
    }
  };
  return {
    outcomes,
    isSaving,
    clear: () => setOutcomes(new Map()),
    saveOne: async (id: number, count: StockCount, etag?: string) => {
      const outcome = await write(id, count, etag);
      setOutcomes((now) => new Map(now).set(id, outcome));
      return outcome;
    },
    during: async <Result>(work: () => Promise<Result>): Promise<Result> => {
      setSaving(true);
      try {
        return await work();
      } finally {
        setSaving(false);
        void queryClient.invalidateQueries({ queryKey: ['inventory'] });
      }
    },
  };
}
