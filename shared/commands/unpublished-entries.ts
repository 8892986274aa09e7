import type { Model } from 'mongoose';
import { operator } from '../mongo/operator.ts';
import { killPoint } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import { isReadableEntry, sizeOfEvent } from './outbox.ts';
import type { OutboxDocument } from './outbox.ts';

/** What a relay has still to publish, and what it has published and not removed from the outbox yet. */
export interface UnpublishedEntries {
  /** An entry that this process has just committed: it need not be read. */
  handOver: (entry: OutboxDocument) => void;
  /** The next entries to publish, oldest first. Reads the outbox once in `pollMs`, and whenever it must. */
  next: () => Promise<OutboxDocument[]>;
  /** The broker has confirmed all of it. */
  published: (entry: OutboxDocument) => void;
  /** What was handed over may be out of date: the outbox is read next. */
  distrust: () => void;
  /** The outbox holds more than was read of it. */
  readonly isBehind: boolean;
  /** Whether so much is published, or so long ago, that it should be removed. */
  readonly isRemovalDue: boolean;
  removePublished: () => Promise<void>;
}

/** Entries that are in hand at a time, unless so many bytes of events are fewer of them. */
const entriesAtOnce = 50;
const bytesAtOnce = 4 * 1024 * 1024;
/** Between two removals: each waits for the disks, as the writes of orders do. */
const betweenRemovalsMs = 1000;

interface Outbox {
  outbox: Model<OutboxDocument>;
  pollMs: number;
  log: Log;
}

/**
 * Entries reach a relay in two ways. The outbox is the truth: what other workers committed, and what could not be
 * published, is found there. What its own process commits is handed over, which saves reading it back: 175 µs of a
 * checkout at 500 a second (12 events a round, node and mongod together), a twentieth of what a checkout costs.
 */
export function createUnpublishedEntries({ outbox, pollMs, log }: Outbox): UnpublishedEntries {
  const handedOver = newHand();
  const readOldest = createReader(outbox, log);
  let readsAt = -Infinity;
  const published = new Map<string, OutboxDocument['_id']>();
  let removedAt = -Infinity;

  const takeHandedOver = (): OutboxDocument[] =>
    handedOver.take().filter(({ _id }) => !published.has(_id.toHexString()));

  const read = async (): Promise<OutboxDocument[]> => {
    const { entries, isAll } = await readOldest([...published.values()]);
    if (isAll) readsAt = performance.now() + pollMs;
    return entries;
  };

  return {
    handOver: (entry) => {
      if (handedOver.isFull) readsAt = -Infinity;
      else handedOver.put(entry);
    },
    next: async () => {
      const taken = takeHandedOver();
      // What was handed over is among those that are read, in its place.
      return performance.now() < readsAt ? taken : read();
    },
    published: ({ _id }) => {
      published.set(_id.toHexString(), _id);
    },
    distrust: () => {
      readsAt = -Infinity;
    },
    get isBehind() {
      return readsAt === -Infinity;
    },
    get isRemovalDue() {
      return published.size >= entriesAtOnce || performance.now() - removedAt >= betweenRemovalsMs;
    },
    removePublished: async () => {
      if (published.size === 0) return;
      killPoint('relay.before-removal');
      // By a majority, as reads are: what is not gone by then would be found, and published, again.
      await outbox.deleteMany({ _id: operator({ $in: [...published.values()] }) });
      for (const entry of takeHandedOver()) handedOver.put(entry);
      published.clear();
      removedAt = performance.now();
    },
  };
}

type ReadOldest = (
  except: readonly OutboxDocument['_id'][],
) => Promise<{ entries: OutboxDocument[]; isAll: boolean }>;

/** Reads as many as one hand holds. */
function createReader(outbox: Model<OutboxDocument>, log: Log): ReadOldest {
  /** Damaged ones: they stay for an operator, and nobody waits for them. */
  const unreadable: OutboxDocument['_id'][] = [];

  const setAside = ({ _id }: OutboxDocument): void => {
    unreadable.push(_id);
    log.error({ outbox_entry: _id.toHexString() }, 'an outbox entry has no events that can be read');
  };

  return async (except) => {
    const hand = newHand();
    const known = operator({ $nin: [...except, ...unreadable] });
    const found = outbox.find({ _id: known }).sort({ _id: 1 }).limit(entriesAtOnce).lean().cursor();
    for await (const entry of found) {
      if (isReadableEntry(entry)) hand.put(entry);
      else setAside(entry);
      if (hand.isFull) break;
    }
    return { isAll: !hand.isFull, entries: hand.take() };
  };
}

/** So many entries as are in memory at a time: the last may be larger than all of that by itself. */
function newHand() {
  let entries: OutboxDocument[] = [];
  let bytes = 0;
  return {
    get isFull() {
      return entries.length >= entriesAtOnce || bytes >= bytesAtOnce;
    },
    put: (entry: OutboxDocument): void => {
      entries.push(entry);
      for (const event of entry.events) bytes += sizeOfEvent(event);
    },
    take: (): OutboxDocument[] => {
      const taken = entries;
      [entries, bytes] = [[], 0];
      return taken;
    },
  };
}
