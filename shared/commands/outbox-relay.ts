import { setTimeout as sleep } from 'node:timers/promises';
import type { ChannelModel } from 'amqplib';
import { keepConnected } from '../amqp/connection.ts';
import type { BrokerLink } from '../amqp/connection.ts';
import { createPublisher, PublishError } from '../amqp/publisher.ts';
import type { Publisher } from '../amqp/publisher.ts';
import { declareEvents } from '../amqp/topology.ts';
import type { Database } from '../mongo/connect.ts';
import { leaseModel, taskLease } from '../mongo/leases.ts';
import type { TaskLease } from '../mongo/leases.ts';
import { killPoint, killPointSoon } from '../process/kill-point.ts';
import type { Log } from '../process/log.ts';
import type { BatchModels } from './batch-models.ts';
import type { OutboxDocument } from './outbox.ts';
import { createEntryPublisher } from './publish-entries.ts';
import { createEventPublisher } from './publish-events.ts';
import { createUnpublishedEntries } from './unpublished-entries.ts';
import type { UnpublishedEntries } from './unpublished-entries.ts';

export interface OutboxRelay {
  ready: Promise<void>;
  /** This process has committed this entry: it is published soon, without being read. */
  publish: (entry: OutboxDocument) => void;
  close: () => Promise<void>;
}

interface RelayOptions {
  database: Database;
  models: Pick<BatchModels, 'outbox'>;
  url: string;
  namespace: string;
  holder: string;
  log: Log;
}

const leaseMs = 10_000;
const pollMs = 250;
/** From one round to the next, so that commits in quick succession are one round's work; the first goes at once. */
const betweenRoundsMs = 25;

/**
 * Publishes the outbox to the events exchange: publish → confirm → remove, oldest first, a portion at a time, many
 * removed at once. One relay at a time, by a lease; after a crash the next holder publishes again what was not removed,
 * and consumers ignore the versions that they have.
 */
export function startOutboxRelay(options: RelayOptions): OutboxRelay {
  const { database, models, holder, log } = options;
  const lease = taskLease(leaseModel(database), 'relay', holder, leaseMs);
  const broker = connectRelay(options);
  const entries = createUnpublishedEntries({
    outbox: models.outbox,
    pollMs: pollMs - betweenRoundsMs,
    log,
  });
  const publishRound = createRound(broker, lease, entries, options);
  const alarm = createAlarm();
  let isClosing = false;

  const loop = async (): Promise<void> => {
    while (!isClosing) {
      const startedAt = performance.now();
      alarm.reset();
      const count = await publishRound();
      if (count > 0 && entries.isBehind) continue;
      await sleep(Math.max(startedAt + betweenRoundsMs - performance.now(), 0));
      if (count === 0) await alarm.within(pollMs);
    }
  };
  const ended = loop();

  return {
    ready: broker.link.ready,
    publish: (entry) => {
      entries.handOver(entry);
      // In a later turn: the replies to the callers of this commit go first.
      setImmediate(alarm.ring);
    },
    close: async () => {
      isClosing = true;
      alarm.ring();
      await ended;
      // What stays is published again by the next holder of the lease.
      await entries
        .removePublished()
        .catch((error: unknown) => log.warn({ err: error }, 'published events stay in the outbox'));
      await lease.release();
      await broker.link.close();
    },
  };
}

/** One round of the relay; answers how many entries it took up. */
function createRound(
  broker: RelayBroker,
  lease: TaskLease,
  entries: UnpublishedEntries,
  { namespace, log }: RelayOptions,
): () => Promise<number> {
  const { published } = entries;
  const publishEvents = createEventPublisher(broker.publisher, namespace);
  const publishEntries = createEntryPublisher({ publishEvents, published });

  const publishNext = async (): Promise<number> => {
    if (entries.isRemovalDue) await entries.removePublished();
    if (!broker.isOpen || !(await lease.hold())) {
      entries.distrust();
      return 0;
    }
    const next = await entries.next();
    if (next.length === 0) return 0;
    killPoint('relay.before-publish');
    killPointSoon('relay.before-confirm');
    if (!(await publishEntries(next, lease.hold))) entries.distrust();
    return next.length;
  };

  return async () => {
    const startedAt = performance.now();
    try {
      return await publishNext();
    } catch (error) {
      entries.distrust();
      log.warn({ err: error }, 'events wait in the outbox');
      if (error instanceof PublishError && error.failure === 'unconfirmed') broker.renew(startedAt);
      await sleep(pollMs);
      return 0;
    }
  };
}

interface RelayBroker {
  link: BrokerLink;
  publisher: Publisher;
  /** Whether events may be published now: not while a new channel is waited for. */
  readonly isOpen: boolean;
  /**
   * A channel younger than `since`. On the older one nothing was confirmed in time: what would be published again there
   * would only pile up behind what a broker that stands still has not read.
   */
  renew: (since: number) => void;
}

function connectRelay({ url, namespace, holder, log }: RelayOptions): RelayBroker {
  const publisher = createPublisher();
  let current: ChannelModel | null = null;
  let renewing: Promise<void> | null = null;
  const link = keepConnected({
    url,
    name: `${holder}-relay`,
    log,
    setUp: async (connection) => {
      const channel = await connection.createChannel();
      channel.on('error', () => undefined);
      await declareEvents(channel, namespace, null);
      await channel.close();
      await publisher.use(connection);
      current = connection;
    },
  });
  return {
    link,
    publisher,
    get isOpen() {
      return publisher.isOpen && renewing === null;
    },
    renew: (since) => {
      if (!current) return;
      renewing ??= publisher
        .renew(current, since)
        .catch((error: unknown) => log.warn({ err: error }, 'no new channel to publish events'))
        .finally(() => (renewing = null));
    },
  };
}

/** Wakes a loop that waits, or that is about to: a ring between `reset` and `within` is not lost. */
interface Alarm {
  reset: () => void;
  ring: () => void;
  /** Resolves at the next ring, or after this time. */
  within: (ms: number) => Promise<void>;
}

function createAlarm(): Alarm {
  let rings = Promise.withResolvers<undefined>();
  return {
    reset: () => {
      rings = Promise.withResolvers<undefined>();
    },
    ring: () => rings.resolve(undefined),
    within: async (ms) => {
      const timeout = new AbortController();
      const timer = sleep(ms, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([rings.promise, timer]);
      timeout.abort();
    },
  };
}
