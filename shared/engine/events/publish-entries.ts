import { eventsAtOnce, sizeOfEvent, type LogEntry } from './event-log.ts';
import { inPortions } from './portions.ts';
import type { DatedEvent, PublishEvents } from './publish-events.ts';

interface PublishEntriesOptions {
  publishEvents: PublishEvents;
  /** Called when the broker has confirmed every event of this entry. */
  published: (entry: LogEntry) => void;
}

/**
 * Publishes entries in portions, oldest first, and waits for the broker's confirms after each portion. Stops and returns false
 * if `mayGoOn` returns false before a portion. Throws the publish error if the broker does not accept an event.
 */
export type PublishEntries = (
  entries: readonly LogEntry[],
  mayGoOn: () => Promise<boolean>,
) => Promise<boolean>;

interface EventOfEntry extends DatedEvent {
  entry: LogEntry;
  index: number;
}

export function createEntryPublisher({ publishEvents, published }: PublishEntriesOptions): PublishEntries {
  /** The entry that is published only in part, and the number of its events that the broker has confirmed. */
  let begun = { id: '', count: 0 };

  const eventsOf = (entry: LogEntry): EventOfEntry[] => {
    const done = entry._id.toHexString() === begun.id ? begun.count : 0;
    const all = entry.events.map((event, index) => ({ event, at: entry.at, entry, index }));
    return all.slice(done);
  };

  const confirmed = ({ entry, index }: EventOfEntry): void => {
    const count = index + 1;
    if (count === entry.events.length) published(entry);
    else begun = { id: entry._id.toHexString(), count };
  };

  return async (entries, mayGoOn) => {
    for (const entry of entries) if (entry.events.length === 0) published(entry);
    const portions = inPortions(entries.flatMap(eventsOf), eventsAtOnce, ({ event }) => sizeOfEvent(event));
    for (const portion of portions) {
      if (!(await mayGoOn())) return false;
      const { count, failure } = await publishEvents(portion);
      portion.slice(0, count).forEach(confirmed);
      if (count < portion.length) throw failure;
    }
    return true;
  };
}
