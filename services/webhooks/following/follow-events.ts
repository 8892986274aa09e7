import type { FollowedEvent } from '#shared/engine/events/log-page.ts';
import type { Bells } from '#shared/platform/amqp/bells.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import type { TaskLease } from '#shared/platform/mongo/leases.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { certificateFault } from '#shared/platform/process/certificate-fault.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { pacedLoop } from '#shared/platform/process/paced-loop.ts';
import type { EngineModels } from '#shared/engine/commands/engine-models.ts';
import {
  followedServices,
  type EventPlace,
  type Followed,
  type FollowedService,
  type Webhook,
  type WebhookState,
} from '../records/tables.ts';
import type { WebhooksModels } from '../records/storage/models.ts';
import type { LogAsked, Sources } from '../store/source-client.ts';
import { fanOut } from './fan-out.ts';

interface FollowOptions {
  database: Database;
  models: WebhooksModels & Pick<EngineModels, 'counters'>;
  sources: Sources;
  /** Only the process that holds this lease follows events. */
  lease: TaskLease;
  eventsKeptMs: number;
  bells: Pick<Bells, 'on'>;
  /** Called with the ids of endpoints that have new deliveries. */
  made: (webhooks: readonly number[]) => void;
  log: Log;
}

export interface EventsFollowed {
  /** Reads new events immediately, instead of after the idle time. Call this after endpoints changed. */
  look: () => void;
  close: () => Promise<void>;
}

const eventsAtOnce = 500;
/** The most deliveries in one transaction. MongoDB rejects a transaction that exceeds its cache, and a retry would fail again. */
const deliveriesAtOnce = 10_000;
const pauseMs = 1000;
/** The other services may start a few seconds later, so this many failures in a row are logged only at the level `debug`. */
const quietFailures = 5;
/**
 * How long the loop waits for a bell (a wake-up message), and how long it then gathers further bells. Without an active endpoint,
 * both times are longer.
 */
const [idleMs, gatherMs] = [5000, 0];
const withoutEndpoints = { idleMs: 15_000, gatherMs: 1000 };

interface Reader extends Pick<Webhook, '_id' | 'types'> {
  place: EventPlace;
}

/**
 * Creates deliveries from the services' events. Each endpoint has its own position in each service's log. Endpoints at the same
 * position share one read. If an endpoint was paused or replays events, its events are read separately until it has caught up.
 * One transaction writes deliveries and position, so a crash neither loses nor repeats a delivery.
 */
export function followEvents(options: FollowOptions): EventsFollowed {
  const loops = followedServices.map((service) => follow(options, service));
  return {
    look: () => {
      for (const { look } of loops) look();
    },
    close: async () => {
      await Promise.all(loops.map(({ close }) => close()));
      await options.lease.release();
    },
  };
}

function follow(options: FollowOptions, service: FollowedService): EventsFollowed {
  const { lease, bells, log } = options;
  let isAwaited = false;
  let failures = 0;
  const { ring, close } = pacedLoop({
    round: async (signal) => {
      isAwaited = false;
      if (!(await lease.hold())) return false;
      const read = (asked: LogAsked) => options.sources.log(service, asked, signal);
      const end = await runRound({ ...options, service, read });
      failures = 0;
      isAwaited = end !== 'no endpoints';
      return end === 'more';
    },
    idleMs: () => (isAwaited ? idleMs : withoutEndpoints.idleMs),
    gatherMs: () => (isAwaited ? gatherMs : withoutEndpoints.gatherMs),
    failed: (error) => {
      failures += 1;
      const certificate = certificateFault(`The ${service} service`, error);
      const level = certificate !== null || failures > quietFailures ? 'warn' : 'debug';
      log[level]({ err: error, followed: service }, certificate ?? 'events of a service could not be read');
      return pauseMs;
    },
  });
  bells.on(service, 'placed', ring);
  const look = (): void => {
    isAwaited = true;
    ring();
  };
  return { look, close };
}

/** One round of the loop that reads the events of one service. */
interface Round extends FollowOptions {
  service: FollowedService;
  read: (asked: LogAsked) => ReturnType<Sources['log']>;
}

async function runRound(round: Round): Promise<'more' | 'nothing new' | 'no endpoints'> {
  const { service, read, models } = round;
  const followed = await driverCollection<Followed>(models.followed).findOne({ _id: service });
  if (!followed) {
    const { answer } = await read({ after: 'now', limit: 0 });
    const start: Followed = { _id: service, version: 1, position: answer.last };
    await driverCollection<Followed>(models.followed).insertOne(start);
    return 'more';
  }
  const { position } = followed;
  const readers = await readersOf(models, service);
  if (readers.length === 0) {
    // Skips existing events, so that an endpoint that is created later receives only later events.
    const { answer } = await read({ after: 'now', limit: 0 });
    const step = { from: position, to: answer.last, events: [], readers, isAll: true };
    if (answer.last !== position) await advance(round, step);
    return 'no endpoints';
  }
  const { answer, events } = await read({ after: position, limit: eventsFor(readers) });
  const next = answer.through ?? (await oldestOrLast(round, position));
  if (next !== position) {
    const here = readers.filter(({ place }) => place === position);
    await advance(round, { from: position, to: next, events, readers: here, isAll: true });
  }
  // Follows the read for all endpoints, so that an endpoint that is far behind does not hold back the others.
  const end = Math.max(answer.last, position);
  const behind = nearestBehind(readers, position);
  if (behind) await catchUp(round, { readers, place: behind.place, position: next });
  const lost = readers.find(({ place }) => typeof place === 'number' && place > end);
  if (lost) await catchUp(round, { readers, place: lost.place, position });
  return behind || lost || next !== position ? 'more' : 'nothing new';
}

/**
 * The endpoint that has the fewest events left until `position`. Undefined: no endpoint is behind. Another order would let an
 * endpoint that replays very many events hold back the others.
 */
function nearestBehind(readers: readonly Reader[], position: number): Reader | undefined {
  // A place that is not a number becomes one by a single short read.
  const left = ({ place }: Reader) => (typeof place === 'number' ? position - place : 0);
  const isBehind = (reader: Reader) => typeof reader.place !== 'number' || left(reader) > 0;
  return readers.filter(isBehind).sort((a, b) => left(a) - left(b))[0];
}

/** Limits the number of events, so that their deliveries to all these endpoints fit into one transaction. */
function eventsFor(readers: readonly Reader[]): number {
  return Math.max(Math.min(eventsAtOnce, Math.floor(deliveriesAtOnce / readers.length)), 1);
}

/** Returns where to continue if the events after `position` are no longer stored, or if restored data ends before `position`. */
async function oldestOrLast({ service, read, log }: Round, position: number): Promise<number> {
  const { answer } = await read({ after: 'oldest', limit: 0 });
  const next = position > answer.last ? answer.last : (answer.through ?? answer.last);
  log.warn(
    { followed: service, position, next },
    'the events after a position are no longer stored: deliveries continue with the next stored event',
  );
  return next;
}

/**
 * Reads one page of events for the endpoints at `place`, which is not the position that the service's other endpoints share.
 * Reads no events after this shared position (`position`).
 */
async function catchUp(
  round: Round,
  { readers, place, position }: { readers: readonly Reader[]; place: EventPlace; position: number },
): Promise<void> {
  const same = readers.filter((reader) => isSame(reader.place, place));
  if (typeof place !== 'number') {
    const { answer } = await round.read({ after: place ? { since: place.since } : position, limit: 0 });
    const to = Math.min(answer.through ?? position, position, place?.at_most ?? position);
    await advance(round, { from: place, to, events: [], readers: same, isAll: false });
    return;
  }
  const limit = Math.min(eventsFor(same), Math.max(position - place, 0));
  const { answer, events } = await round.read({ after: place, limit });
  const through = place > position ? position : answer.through;
  const to = through ?? (await oldestOrLast(round, place));
  // The round that reads for all endpoints together handles the events after `position`.
  const within = events.filter((event) => event.position <= position);
  const end = Math.min(to, position);
  await advance(round, { from: place, to: end, events: within, readers: same, isAll: false });
}

function isSame(a: EventPlace, b: EventPlace): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

async function readersOf(models: WebhooksModels, service: FollowedService): Promise<Reader[]> {
  const active = await driverCollection<Webhook>(models.webhooks)
    .find({ status: 'active' }, { projection: { types: 1 }, sort: { _id: 1 } })
    .toArray();
  if (active.length === 0) return [];
  const states = await driverCollection<WebhookState>(models.states)
    .find({ _id: { $in: active.map(({ _id }) => _id) } }, { projection: { places: 1 } })
    .toArray();
  const places = new Map(states.map(({ _id, places: of }) => [_id, of[service]]));
  return active.flatMap(({ _id, types }) => {
    const place = places.get(_id);
    return place === undefined ? [] : [{ _id, types, place }];
  });
}

interface Step {
  from: EventPlace;
  to: number;
  events: readonly FollowedEvent[];
  readers: readonly Reader[];
  /** Whether the position that the service's endpoints share (`Followed.position`) advances together with these endpoints. */
  isAll: boolean;
}

/** Thrown if another process advanced a position in the meantime. The round then starts over. */
class PlaceMoved extends Error {}

async function advance(round: Round, step: Step): Promise<void> {
  const { service, database, models, eventsKeptMs, made } = round;
  const { from, to, readers, isAll } = step;
  const at = storeNow();
  let next = 0;
  const { deliveries, events } = fanOut(step.events, readers, {
    now: at.toISOString(),
    nextId: () => (next += 1),
  });
  const path = `places.${service}`;
  await inTransaction(database, async (session) => {
    const ids = readers.map(({ _id }) => _id);
    const moved = await driverCollection<WebhookState>(models.states).updateMany(
      { _id: { $in: ids }, [path]: from },
      { $set: { [path]: to } },
      { session },
    );
    if (moved.matchedCount !== ids.length) throw new PlaceMoved('a position has changed');
    if (isAll) {
      const { matchedCount } = await driverCollection<Followed>(models.followed).updateOne(
        { _id: service, position: from as number },
        { $set: { position: to } },
        { session },
      );
      if (matchedCount === 0) throw new PlaceMoved('another process follows');
    }
    if (deliveries.length === 0) return;
    const counted = await driverCollection<{ _id: string; version: number }>(
      models.counters,
    ).findOneAndUpdate(
      { _id: 'deliveries' },
      { $inc: { version: deliveries.length } },
      { session, upsert: true, returnDocument: 'after' },
    );
    const last = counted?.version ?? 0;
    const first = last - deliveries.length;
    const numbered = deliveries.map((delivery) => ({ ...delivery, _id: first + delivery._id }));
    await driverCollection<(typeof numbered)[number]>(models.deliveries).insertMany(numbered, { session });
    // An upsert, because a replayed event may already be stored. It is then kept for the new deliveries too.
    const expiry = new Date(at.getTime() + eventsKeptMs);
    const kept = events.map(({ _id, ...event }) => ({
      updateOne: {
        filter: { _id },
        update: { $setOnInsert: event, $max: { expires_at: expiry } },
        upsert: true,
      },
    }));
    await driverCollection<{ _id: string }>(models.deliveryEvents).bulkWrite(kept, { session });
  }).catch((error: unknown) => {
    if (!(error instanceof PlaceMoved)) throw error;
  });
  if (deliveries.length > 0) made([...new Set(deliveries.map(({ webhook_id }) => webhook_id))]);
}
