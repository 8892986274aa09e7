import type { ChannelModel } from 'amqplib';
import type { Bells } from '../../platform/amqp/bells.ts';
import { ensureClosed, keepConnected } from '../../platform/amqp/connection.ts';
import { createPublisher, PublishError } from '../../platform/amqp/publisher.ts';
import { declareEvents } from '../../platform/amqp/topology.ts';
import type { ServiceName } from '../../contracts/kit/define.ts';
import type { Database } from '../../platform/mongo/connect.ts';
import { leaseModel, taskLease, type TaskLease } from '../../platform/mongo/leases.ts';
import { killPoint, killPointSoon } from '../../platform/process/kill-point.ts';
import type { Log } from '../../platform/process/log.ts';
import { pacedLoop, restInProportion, type PacedLoop } from '../../platform/process/paced-loop.ts';
import { removeExpired, type LogEntry } from './event-log.ts';
import { createPositionGiver, TakenOver, type FeedModels, type PositionGiver } from './give-positions.ts';
import {
  createEntryPublisher,
  createUnpublishedEntries,
  type UnpublishedEntries,
} from './publish-entries.ts';

export type EventRelay = ReturnType<typeof startEventRelay>;

interface RelayOptions {
  database: Database;
  models: FeedModels;
  /** How long the event log stores an entry. */
  keptMs: number;
  service: ServiceName;
  /** Bells are messages that wake the background jobs of other processes. A bell may be lost. */
  bells: Bells;
  url: string;
  namespace: string;
  holder: string;
  /** How long the broker may take to confirm an event. */
  confirmTimeoutMs?: number;
  /** In ms: how often a relay looks for a free lease or, with the lease, stores the last confirmed position. */
  idleMs?: number;
  log: Log;
}

const defaultConfirmTimeoutMs = 10_000;
const leaseMs = 10_000;
const feedLease = 'feed';
const usualIdleMs = 1000;
/**
 * One round assigns positions to the events that wait for one. After a round with few events, the relay rests four times as long
 * as the round took, between 25 and 100 ms. The first commit starts a round at once; commits shortly after it share the next
 * round. After a round with many events comes the longest rest, because its transaction competes with those of commands.
 */
const longestRestMs = 100;
const restAfterFew = restInProportion(4, { leastMs: 25, mostMs: longestRestMs });
const manyEvents = 8;
const [expiryMs, expiryPortionMs] = [60_000, 1000];
const pauseAfterFaultMs = 250;

interface Relay {
  lease: TaskLease;
  positions: PositionGiver;
  unpublished: UnpublishedEntries;
  broker: ReturnType<typeof connectRelay>;
  log: Log;
}

/**
 * Assigns positions to the entries of the event log, in order, and publishes their events. A lease ensures that one relay runs
 * at a time. The assignment of positions does not wait for the broker. After a crash the next holder of the lease republishes
 * unconfirmed events. Consumers ignore versions that they already have.
 */
export function startEventRelay(options: RelayOptions) {
  const { database, models, service, bells, holder, log } = options;
  const relay: Relay = {
    lease: taskLease(leaseModel(database), feedLease, holder, leaseMs),
    positions: createPositionGiver(database, models),
    unpublished: createUnpublishedEntries(models.eventLog, log),
    broker: connectRelay(options, () => publishing.ring()),
    log,
  };
  const publishing = startPublishing(relay, options);
  const positioning = startPositioning(relay, options, publishing);
  const expiring = startExpiring(relay, options);
  const look = (): void => {
    relay.positions.look();
    positioning.ring();
  };
  bells.on(service, 'committed', () => {
    // Called even without the lease. If this process gets the lease a little later, it then reads the log at once.
    relay.positions.look();
    if (relay.lease.isHeld) positioning.ring();
  });

  return {
    ready: relay.broker.link.ready,
    /** Call this when this process has committed these entries to the event log. */
    committed: (entries: readonly LogEntry[]): void => {
      if (!relay.lease.isHeld) bells.ring(service, 'committed');
      else {
        entries.forEach(relay.unpublished.handOver);
        // Wait for a later round of the event loop, so that the replies to the callers of this commit are sent first.
        setImmediate(look);
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([positioning, publishing, expiring].map((loop) => loop.close()));
      await keepPublished(relay).catch((error: unknown) =>
        log.warn(
          { err: error },
          'the confirmed position was not stored, the next relay publishes some events again',
        ),
      );
      await relay.lease.release();
      await relay.broker.link.close();
    },
  };
}

function startPositioning(relay: Relay, options: RelayOptions, publishing: PacedLoop): PacedLoop {
  const { lease, positions, log } = relay;
  const give = createPositionRound(relay, options, publishing);
  const idleMs = options.idleMs ?? usualIdleMs;
  let events = 0;
  const rest = (workedMs: number): number => {
    if (positions.isBehind) return 0;
    return events >= manyEvents ? longestRestMs : restAfterFew(workedMs);
  };
  return pacedLoop({
    round: async () => {
      events = await give();
      return events > 0;
    },
    rest,
    // The holder of the lease need not watch for a free one, so it idles longer. It looks only every three seconds for log
    // entries whose bell was lost.
    idleMs: () => (lease.isHeld ? 1.5 * idleMs : idleMs),
    failed: (error) => {
      positions.distrust();
      if (error instanceof TakenOver) lease.forget();
      log.warn({ err: error }, 'events wait for their positions');
      return pauseAfterFaultMs;
    },
  });
}

/** Returns a function that assigns positions to waiting events if this process holds the lease. It resolves to their number. */
function createPositionRound(
  { lease, positions, unpublished }: Relay,
  { service, bells }: RelayOptions,
  publishing: PacedLoop,
): () => Promise<number> {
  let term = 0;

  const takeOver = async (): Promise<void> => {
    const state = await positions.takeOver();
    // If no other relay has run since this one did, the confirmed position in memory may be newer than the stored one.
    const isOnlyOne = state.term === term + 1;
    const published = isOnlyOne ? Math.max(state.published, unpublished.published) : state.published;
    unpublished.startFrom({ position: state.position, published });
    term = state.term;
  };

  return async () => {
    if (!(await lease.hold())) {
      // While this process believed that it held the lease, it rang no bells for its own commits. So it rings for the new holder.
      if (positions.state) bells.ring(service, 'committed');
      positions.distrust();
      return 0;
    }
    if (!positions.state) await takeOver();
    const given = await positions.give(unpublished.published);
    if (given.length === 0) return 0;
    killPoint('relay.after-positions');
    unpublished.given(given);
    publishing.ring();
    bells.ring(service, 'placed');
    return given.reduce((events, { count }) => events + count, 0);
  };
}

function startPublishing(
  relay: Relay,
  { namespace, confirmTimeoutMs = defaultConfirmTimeoutMs, idleMs = usualIdleMs }: RelayOptions,
): PacedLoop {
  const { broker, lease, positions, unpublished, log } = relay;
  const publishEntries = createEntryPublisher(broker.publisher, unpublished.confirmed, {
    namespace,
    confirmTimeoutMs,
  });
  let keptAt = -Infinity;
  let startedAt = 0;

  const publishNext = async (): Promise<boolean> => {
    startedAt = performance.now();
    if (!positions.state) return false;
    if (performance.now() - keptAt >= idleMs) {
      await keepPublished(relay);
      keptAt = performance.now();
    }
    const next = broker.isOpen ? await unpublished.next() : [];
    if (next.length === 0 || !(await lease.hold())) return false;
    killPoint('relay.before-publish');
    killPointSoon('relay.before-confirm');
    await publishEntries(next, lease.hold);
    return true;
  };

  return pacedLoop({
    round: publishNext,
    idleMs,
    failed: (error) => {
      log.warn({ err: error }, 'events wait to be published');
      if (error instanceof PublishError && error.failure === 'unconfirmed') broker.renew(startedAt);
      return pauseAfterFaultMs;
    },
  });
}

/** Removes at most one portion of expired log entries each second, so that commands do not wait for the removal. */
function startExpiring({ positions, log }: Relay, { models, keptMs }: RelayOptions): PacedLoop {
  return pacedLoop({
    firstAfterMs: expiryMs,
    round: async () => {
      if (!positions.state) return false;
      const { published } = positions.state;
      return (await removeExpired(models.eventLog, { keptMs, published })) > 0;
    },
    rest: () => expiryPortionMs,
    idleMs: expiryMs,
    failed: (error) => {
      log.warn({ err: error }, 'expired events could not be removed');
      return expiryMs;
    },
  });
}

async function keepPublished({ positions, unpublished }: Relay): Promise<void> {
  if (!positions.state || positions.state.published >= unpublished.published) return;
  killPoint('relay.before-mark');
  await positions.keepPublished(unpublished.published);
}

function connectRelay({ url, namespace, holder, log }: RelayOptions, opened: () => void) {
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
      await ensureClosed(channel);
      await publisher.use(connection);
      current = connection;
      opened();
    },
  });
  return {
    link,
    publisher,
    /** Whether events may be published now; false while a new channel opens. */
    get isOpen() {
      return publisher.isOpen && renewing === null;
    },
    /**
     * Replaces the channel unless it was opened after `since`. The old channel confirmed nothing in time.
     * Republishing on it would only add to the data that a stalled broker has not read.
     */
    renew: (since: number): void => {
      if (!current) return;
      renewing ??= publisher
        .renew(current, since)
        .catch((error: unknown) =>
          log.warn({ err: error }, 'no new channel for publishing events could be opened'),
        )
        .finally(() => (renewing = null));
    },
  };
}
