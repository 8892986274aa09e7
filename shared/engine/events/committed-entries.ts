import { sizeOfEntry, type GivenEntry, type LogEntry } from './event-log.ts';

export interface CommittedEntry {
  entry: LogEntry;
  /** True if each event of the entry is the first event of its record. The entry then depends on no earlier event. */
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
   * True if all records of these entries are new and no entry was left out. The relay then assigns positions
   * without reading the log. For existing records, other processes may have committed earlier versions.
   */
  areApart: boolean;
}

const most = { entries: 500, bytes: 8 * 1024 * 1024 };

/**
 * The event log contains the entries of all workers. The relay also gets the entries of its own process in memory, so that it
 * need not read them back. Above the limits, entries are left out here, and the relay reads them from the log.
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
