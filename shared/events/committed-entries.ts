import { sizeOfEntry, type GivenEntry, type LogEntry } from './event-log.ts';

/** An entry that this process has just committed. */
export interface CommittedEntry {
  entry: LogEntry;
  /** Whether each event in the entry is the first event of its record, so that it depends on no earlier event. */
  isOfNewRecords: boolean;
}

/** Entries that this process has committed and the relay has not processed yet. */
export interface CommittedEntries {
  put: (committed: CommittedEntry) => void;
  take: () => TakenEntries;
}

export interface TakenEntries {
  entries: LogEntry[];
  /**
   * Whether these entries may get positions without reading the log: all their records are new, and no entry
   * was left out. For existing records, other processes may have committed earlier versions.
   */
  areApart: boolean;
}

const most = { entries: 500, bytes: 8 * 1024 * 1024 };

/**
 * Entries reach the relay in two ways. The event log in the database contains the entries of all workers.
 * Entries from the relay's own process are also passed in memory, so that the relay need not read them back.
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

/** The taken entries that got positions, sorted by position. */
export function placed(given: readonly GivenEntry[], { entries }: Pick<TakenEntries, 'entries'>): LogEntry[] {
  const contents = new Map(entries.map((entry) => [entry._id.toHexString(), entry]));
  return given.flatMap(({ _id, position }) => {
    const content = contents.get(_id.toHexString());
    return content ? [{ ...content, position }] : [];
  });
}
