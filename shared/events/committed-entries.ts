import { sizeOfEntry, type GivenEntry, type LogEntry } from './event-log.ts';

/** An entry that this process has just committed. */
export interface CommittedEntry {
  entry: LogEntry;
  /** Whether each of its events is the first of its record, so that it follows no other event. */
  isOfNewRecords: boolean;
}

/** Entries that this process has committed and the relay has not taken yet. */
export interface CommittedEntries {
  put: (committed: CommittedEntry) => void;
  take: () => TakenEntries;
}

export interface TakenEntries {
  entries: LogEntry[];
  /**
   * Whether these may get positions without reading the log: each is of new records only, and none was left
   * out. For other records, other processes may have committed earlier versions.
   */
  areApart: boolean;
}

const most = { entries: 500, bytes: 8 * 1024 * 1024 };

/**
 * Entries reach the relay in two ways. The log is the truth, and holds what other workers committed. Entries
 * of the relay's own process are handed over in memory, which saves reading them back.
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

/** The taken entries that got positions, with these and in their order. */
export function placed(given: readonly GivenEntry[], { entries }: Pick<TakenEntries, 'entries'>): LogEntry[] {
  const contents = new Map(entries.map((entry) => [entry._id.toHexString(), entry]));
  return given.flatMap(({ _id, position }) => {
    const content = contents.get(_id.toHexString());
    return content ? [{ ...content, position }] : [];
  });
}
