import { SpanKind, type Attributes } from '@opentelemetry/api';
import type { Model } from 'mongoose';
import type { Publication, Publisher } from '../../platform/amqp/publisher.ts';
import { eventsExchange } from '../../platform/amqp/topology.ts';
import { publishDuration, publishedEvents } from '../../platform/telemetry/metrics.ts';
import { startSpanAfter, traceparentFrom } from '../../platform/telemetry/spans.ts';
import { operator } from '../../platform/mongo/operator.ts';
import type { Log } from '../../platform/process/log.ts';
import {
  eventsAtOnce,
  sizeOfEvent,
  type GivenEntry,
  type LogEntry,
  type LoggedEvent,
  isReadableEntry,
  lastPosition,
  sizeOfEntry,
  inPortions,
} from './event-log.ts';
import type { FeedState } from './feed-state.ts';

/** The maximum number of log entries, and of bytes in their events, that are published at a time. */
const atOnce = { entries: 50, bytes: 4 * 1024 * 1024 };
const mostInMemory = 8 * 1024 * 1024;

export type UnpublishedEntries = ReturnType<typeof createUnpublishedEntries>;

/** Entries with a position that are not published yet: those of this process are in memory, all others in the log. */
export function createUnpublishedEntries(eventLog: Model<LogEntry>, log: Log) {
  let [published, last] = [0, 0];
  const withoutPosition = new Map<string, LogEntry>();
  const inMemory = new Map<number, LogEntry>();
  let bytes = 0;

  const forgetAll = (): void => {
    withoutPosition.clear();
    inMemory.clear();
    bytes = 0;
  };
  /** If the entry got its position before `handOver` was called, it is still among the entries without a position. */
  const forget = (entry: LogEntry): void => {
    const wasInMemory = inMemory.delete(entry.position) || withoutPosition.delete(entry._id.toHexString());
    if (wasInMemory) bytes -= sizeOfEntry(entry);
  };
  /** Skips an unreadable entry, which stays in the log for an operator. */
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
    // The log has no further entries, because an operator removed them. Continues after the last position.
    if (!isAny) published = last;
    return hand;
  };

  return {
    /** The last position up to which the broker has confirmed every event. */
    get published(): number {
      return published;
    },
    /** Discards the entries in memory and continues from this state. */
    startFrom: (state: Pick<FeedState, 'position' | 'published'>): void => {
      [published, last] = [state.published, state.position];
      forgetAll();
    },
    /** Keeps a log entry that this process has committed, so that it need not be read from the log once it has a position. */
    handOver: (entry: LogEntry): void => {
      if (bytes >= mostInMemory) forgetAll();
      withoutPosition.set(entry._id.toHexString(), entry);
      bytes += sizeOfEntry(entry);
    },
    /** Call this when the relay has assigned positions to these entries. */
    given: (entries: readonly GivenEntry[]): void => {
      for (const given of entries) {
        last = lastPosition(given);
        const id = given._id.toHexString();
        const entry = withoutPosition.get(id);
        if (entry && withoutPosition.delete(id))
          inMemory.set(given.position, { ...entry, position: given.position });
      }
    },
    /** The next log entries to publish, in order. Empty if all are published. */
    next: async (): Promise<LogEntry[]> => {
      if (published >= last) return [];
      const run = fromMemory();
      return run.length > 0 ? run : fromLog();
    },
    /** Call this when the broker has confirmed every event of the entry. */
    confirmed: (entry: LogEntry): void => {
      published = Math.max(published, lastPosition(entry));
      forget(entry);
    },
  };
}

interface EventOfEntry {
  event: LoggedEvent;
  entry: LogEntry;
  index: number;
}

/** `published`: called when the broker has confirmed every event of the entry. */
export function createEntryPublisher(
  publisher: Publisher,
  published: (entry: LogEntry) => void,
  { namespace, confirmTimeoutMs }: { namespace: string; confirmTimeoutMs: number },
) {
  /** The id of the log entry that is partly published, and the number of its events that the broker has confirmed. */
  let begun = { id: '', count: 0 };
  const exchange = eventsExchange(namespace);
  const publishing: Attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'publish',
    'messaging.destination.name': exchange,
  };
  publishedEvents.add(0, publishing);

  const eventsOf = (entry: LogEntry): EventOfEntry[] => {
    const done = entry._id.toHexString() === begun.id ? begun.count : 0;
    const all = entry.events.map((event, index) => ({ event, entry, index }));
    return all.slice(done);
  };

  const confirmed = ({ entry, index }: EventOfEntry): void => {
    const count = index + 1;
    if (count === entry.events.length) published(entry);
    else begun = { id: entry._id.toHexString(), count };
  };

  const publishEvent = ({ event, entry: { at } }: EventOfEntry): Promise<void> => {
    const span = startSpanAfter(event.traceparent ?? undefined, `${event.type} publish`, {
      kind: SpanKind.PRODUCER,
      attributes: { ...publishing, 'messaging.operation.type': 'send', 'messaging.message.id': event.id },
    });
    const traceparent = span ? (traceparentFrom(span) ?? null) : (event.traceparent ?? null);
    const sent = publisher.publish(toPublication(event, { exchange, at, traceparent }), confirmTimeoutMs);
    return span ? sent.finally(() => span.end()) : sent;
  };

  /**
   * Publishes these events in order, without waiting for a confirm in between. `count`: the number of events before the first
   * failure. Later events are published again after the failed one, so that the events of a record keep their order.
   */
  const publishEvents = async (events: readonly EventOfEntry[]) => {
    const startedAt = performance.now();
    const ends = await Promise.allSettled(events.map(publishEvent));
    publishDuration.record((performance.now() - startedAt) / 1000, publishing);
    const failed = ends.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    const count = failed ? ends.indexOf(failed) : ends.length;
    publishedEvents.add(count, publishing);
    return { count, failure: failed?.reason as unknown };
  };

  /**
   * Publishes the events of log entries in portions, oldest first. Waits for the broker's confirms after each portion. Stops
   * before a portion if `mayGoOn` returns false. Throws the publish error if the broker does not accept an event.
   */
  return async (entries: readonly LogEntry[], mayGoOn: () => Promise<boolean>): Promise<void> => {
    for (const entry of entries) if (entry.events.length === 0) published(entry);
    const portions = inPortions(entries.flatMap(eventsOf), eventsAtOnce, ({ event }) => sizeOfEvent(event));
    for (const portion of portions) {
      if (!(await mayGoOn())) return;
      const { count, failure } = await publishEvents(portion);
      portion.slice(0, count).forEach(confirmed);
      if (count < portion.length) throw failure;
    }
  };
}

function toPublication(
  event: LoggedEvent,
  { exchange, at, traceparent }: { exchange: string; at: string; traceparent: string | null },
): Publication {
  return {
    exchange,
    routingKey: event.type,
    body: Buffer.from(event.json),
    options: {
      // An event for which no queue is bound is not an error.
      mandatory: false,
      messageId: event.id,
      contentType: 'application/cloudevents+json',
      type: event.type,
      timestamp: Math.floor(Date.parse(at) / 1000),
      ...(traceparent !== null && { headers: { traceparent } }),
    },
  };
}
