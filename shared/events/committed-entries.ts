import { sizeOfEntry } from './event-log.ts';
import type { GivenEntry, LogEntry } from './event-log.ts';

/** An entry that this process has just committed. */
export interface CommittedEntry {
  entry: LogEntry;
  /** Every event of it is the first of its record: it follows no other. */
  isOfNewRecords: boolean;
}

/** What this process has committed, and the relay has not taken up. */
export interface CommittedEntries {
  put: (committed: CommittedEntry) => void;
  take: () => TakenEntries;
}

export interface TakenEntries {
  entries: LogEntry[];
  /**
   * Whether these may get their positions without a look at the log: each is of new records alone, and none was left out.
   * Of other records, others may have committed earlier versions.
   */
  areApart: boolean;
}

const most = { entries: 500, bytes: 8 * 1024 * 1024 };

/**
 * Entries reach the relay in two ways. The log is the truth: what other workers committed is found there. What its own
 * process commits is handed over, which saves reading it back: 175 µs of a checkout at 500 a second (12 events a round, node and
 * mongod together), a twentieth of what a checkout costs.
 */
export function createCommittedEntries(): CommittedEntries {
  let entries: LogEntry[] = [];
  let bytes = 0;
  let areApart = true;

  return {
    put: ({ entry, isOfNewRecords }) => {
      const isFull = entries.length >= most.entries || bytes >= most.bytes;
      areApart &&= isOfNewRecords && !isFull;
      if (isFull) return;
      entries.push(entry);
      bytes += sizeOfEntry(entry);
    },
    take: () => {
      const taken = { entries, areApart };
      [entries, bytes, areApart] = [[], 0, true];
      return taken;
    },
  };
}

/** Those of the taken entries that have been given positions, with them and in their order. */
export function placed(given: readonly GivenEntry[], { entries }: Pick<TakenEntries, 'entries'>): LogEntry[] {
  const contents = new Map(entries.map((entry) => [entry._id.toHexString(), entry]));
  return given.flatMap(({ _id, position }) => {
    const content = contents.get(_id.toHexString());
    return content ? [{ ...content, position }] : [];
  });
}
