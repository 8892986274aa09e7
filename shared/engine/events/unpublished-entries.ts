import type { Model } from 'mongoose';
import { operator } from '../../platform/mongo/operator.ts';
import { isReadableEntry, lastPosition, sizeOfEntry, type LogEntry } from './event-log.ts';
import type { FeedState } from './feed-state.ts';
import type { Log } from '../../platform/process/log.ts';

/**
 * Entries with positions that are not published yet. Entries from the relay's own process are in memory; all
 * others are read from the log.
 */
export interface UnpublishedEntries {
  /** The last position up to which the broker has confirmed every event. */
  readonly published: number;
  /** Discards the entries in memory and continues from this state. */
  startFrom: (state: Pick<FeedState, 'position' | 'published'>) => void;
  /** Records that all positions up to `through` are assigned. `atHand`: the entries of this process. */
  given: (through: number, atHand: readonly LogEntry[]) => void;
  /** The next entries, in order; empty if all are published. */
  next: () => Promise<LogEntry[]>;
  /** Call it when the broker has confirmed every event of the entry. */
  confirmed: (entry: LogEntry) => void;
}

/** The maximum number of entries, and of bytes in their events, that are processed at a time. */
const atOnce = { entries: 50, bytes: 4 * 1024 * 1024 };
const mostInMemory = 8 * 1024 * 1024;

export function createUnpublishedEntries(eventLog: Model<LogEntry>, log: Log): UnpublishedEntries {
  let [published, last] = [0, 0];
  const inMemory = new Map<number, LogEntry>();
  let bytes = 0;

  const forget = (entry: LogEntry): void => {
    if (inMemory.delete(entry.position)) bytes -= sizeOfEntry(entry);
  };
  /** Skips an unreadable entry; it stays in the log for an operator. */
  const passBy = (entry: LogEntry): void => {
    log.error({ event_log_entry: entry._id.toHexString() }, 'an entry has no events that can be read');
    published = Math.max(published, lastPosition(entry));
  };

  const fromMemory = (): LogEntry[] => {
    const run: LogEntry[] = [];
    for (let entry = inMemory.get(published + 1); entry; entry = inMemory.get(lastPosition(entry) + 1)) {
      run.push(entry);
      if (run.length === atOnce.entries) break;
    }
    return run;
  };
  const fromLog = async (): Promise<LogEntry[]> => {
    const further = { position: operator({ $gt: published }) };
    const found = eventLog.find(further).sort({ position: 1 }).limit(atOnce.entries).lean().cursor();
    const hand: LogEntry[] = [];
    let [size, isAny] = [0, false];
    for await (const entry of found) {
      isAny = true;
      if (isReadableEntry(entry)) {
        hand.push(entry);
        size += sizeOfEntry(entry);
      } else if (hand.length === 0) passBy(entry);
      else break;
      if (size >= atOnce.bytes) break;
    }
    // An operator has removed all remaining entries, so continue after the last position.
    if (!isAny) published = last;
    return hand;
  };

  return {
    get published() {
      return published;
    },
    startFrom: (state) => {
      [published, last] = [state.published, state.position];
      inMemory.clear();
      bytes = 0;
    },
    given: (through, atHand) => {
      last = Math.max(last, through);
      for (const entry of atHand) {
        if (bytes >= mostInMemory) return;
        inMemory.set(entry.position, entry);
        bytes += sizeOfEntry(entry);
      }
    },
    next: async () => {
      if (published >= last) return [];
      const run = fromMemory();
      return run.length > 0 ? run : fromLog();
    },
    confirmed: (entry) => {
      published = Math.max(published, lastPosition(entry));
      forget(entry);
    },
  };
}
