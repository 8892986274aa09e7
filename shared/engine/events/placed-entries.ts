import { lastPosition, sizeOfEntry, type LogEntry } from './event-log.ts';
import type { FeedState } from './feed-state.ts';

/** Recent log entries that this process committed and that have positions, kept in memory for readers in the same process. */
export interface PlacedEntries {
  put: (entries: readonly LogEntry[], epoch: FeedState['epoch']) => void;
  /** The first entry in memory after a position; null if there is none or the entries belong to another epoch. */
  firstAfter: (position: number, epoch: FeedState['epoch']) => LogEntry | null;
  /** Discards the entries up to this position, which the reader no longer needs. */
  forget: (through: number) => void;
}

const mostBytes = 4 * 1024 * 1024;

/** Above `mostBytes`, discards the oldest entries. A reader then finds them in the event log in the database. */
export function createPlacedEntries(): PlacedEntries {
  const kept: LogEntry[] = [];
  let bytes = 0;
  let keptOf = '';

  const drop = (): void => {
    const entry = kept.shift();
    if (entry) bytes -= sizeOfEntry(entry);
  };
  const clear = (): void => {
    kept.length = 0;
    bytes = 0;
  };

  return {
    put: (entries, epoch) => {
      const [first] = entries;
      const last = kept.at(-1);
      const isInOrder = !first || !last || first.position > last.position;
      if (epoch !== keptOf || !isInOrder) clear();
      keptOf = epoch;
      for (const entry of entries) {
        kept.push(entry);
        bytes += sizeOfEntry(entry);
      }
      while (bytes > mostBytes) drop();
    },
    firstAfter: (position, epoch) =>
      epoch === keptOf ? (kept.find((entry) => entry.position > position) ?? null) : null,
    forget: (through) => {
      while (kept[0] && lastPosition(kept[0]) <= through) drop();
    },
  };
}
