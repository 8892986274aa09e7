import type { Response } from 'express';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import { createCallerLimit } from './caller-limit.ts';
import type { SlowReaders } from './slow-readers.ts';

/** Bounds the reads that are under way, so that the answers of some do not hold up those of others. */
export interface OpenReads {
  /**
   * Counts a read of a caller until its answer is over, or refuses with `too_many_requests`. Resolves when it may begin: a caller has
   * its share of a room at most. While some wait for a full room, reads there whose clients have not been reading for the longest are
   * ended. When no place has become free for too long, refuses with `unavailable`, or with `too_many_requests`
   * when it is the caller's own reads that it waits for.
   */
  begin: (caller: string, service: ServiceName, room: ReadRoom, response: Response) => Promise<void>;
}

/** Whole lists, which last as long as their clients like, must not hold up pages and records; nor an admin's exports the shoppers. */
export type ReadRoom = 'whole' | 'clientWhole' | 'brief';

interface Read {
  caller: string;
  response: Response;
  since: number;
  start: () => void;
  refuse: (problem: Problem) => void;
}

interface Room {
  places: number;
  /** Of one caller. */
  share: number;
  running: Set<Read>;
  waiting: Set<Read>;
  /** When a read of a caller last began here, while others wait. */
  begun: Map<string, number>;
  relief: NodeJS.Timeout | null;
}

/**
 * A client that takes nothing for so long may lose its place to another when there is none left. One that reads 100 KB a second
 * without a pause is seen to take something every few seconds only: progress is seen when the system's own buffer has room again.
 */
const patienceMs = 12_000;
const relieveMs = 250;
/** Whole lists last: three who ask for all that they may leave a place for a fourth. */
const shares: Readonly<Record<ReadRoom, number>> = { whole: 1 / 4, clientWhole: 1 / 4, brief: 1 / 2 };

export function createOpenReads(deps: {
  perCaller: number;
  /** How many reads a room of a service has connections for. */
  connections: Readonly<Record<ReadRoom, number>>;
  waitingMs: SlowReaders['waitingMs'];
  longestWaitMs?: number;
}): OpenReads {
  const { perCaller, connections, waitingMs, longestWaitMs = 15_000 } = deps;
  const callers = createCallerLimit(perCaller, tooManyReads);
  const rooms = new Map<string, Room>();

  function roomOf(service: ServiceName, name: ReadRoom): Room {
    const key = `${service} ${name}`;
    const known = rooms.get(key);
    if (known) return known;
    const places = connections[name];
    const share = places * shares[name];
    const room: Room = {
      places,
      share,
      running: new Set(),
      waiting: new Set(),
      begun: new Map(),
      relief: null,
    };
    rooms.set(key, room);
    return room;
  }

  /** In a full room as many give way as others could begin, of those whose clients are not reading. */
  function relieve(room: Room): void {
    room.relief = null;
    refuseTheLate(room);
    if (room.running.size >= room.places) endWaitedFor(room);
    startWaiting(room);
  }

  function endWaitedFor(room: Room): void {
    const waits = [...room.running].map(({ response }) => ({ response, ms: waitingMs(response) }));
    const patient = waits.filter(({ ms }) => ms >= patienceMs).sort((a, b) => b.ms - a.ms);
    const ending = patient.slice(0, countWelcome(room, patient.length));
    for (const { response } of ending) response.destroy();
  }

  function refuseTheLate({ running, waiting, share }: Room): void {
    const latest = performance.now() - longestWaitMs;
    const counts = countByCaller(running);
    for (const read of waiting) {
      if (read.since > latest) return;
      waiting.delete(read);
      read.refuse((counts.get(read.caller) ?? 0) >= share ? noPlaceOfOwn(share) : noPlace());
    }
  }

  function startWaiting(room: Room): void {
    if (room.waiting.size === 0) {
      room.begun.clear();
      return;
    }
    for (let read = nextIn(room); read && room.running.size < room.places; read = nextIn(room)) {
      room.waiting.delete(read);
      room.running.add(read);
      room.begun.set(read.caller, performance.now());
      read.start();
    }
    if (room.waiting.size > 0) room.relief ??= setTimeout(() => relieve(room), relieveMs).unref();
  }

  return {
    begin: (caller, service, name, response) => {
      callers.add(caller, response);
      if (response.destroyed) return Promise.resolve();
      const room = roomOf(service, name);
      const { promise, resolve: start, reject: refuse } = Promise.withResolvers<undefined>();
      const read = { caller, response, since: performance.now(), start: () => start(undefined), refuse };
      response.once('close', () => {
        room.running.delete(read);
        // Whoever waits for a client that has gone goes on, and finds it gone.
        if (room.waiting.delete(read)) read.start();
        startWaiting(room);
      });
      if (room.waiting.size > 0 || room.running.size >= room.share) {
        room.waiting.add(read);
        startWaiting(room);
        return promise;
      }
      room.running.add(read);
      return Promise.resolve();
    },
  };
}

/**
 * Of those that wait the first one of the caller who has the fewest under way, and less than its share of the room; of several such
 * callers, of the one whose turn was longest ago: places become free one by one, each to a caller who has none at that moment.
 */
function nextIn({ running, waiting, share, begun }: Room): Read | null {
  const counts = countByCaller(running);
  let next: Read | null = null;
  let [fewest, longestAgo] = [share, Infinity];
  for (const read of waiting) {
    const [count, at] = [counts.get(read.caller) ?? 0, begun.get(read.caller) ?? 0];
    if (count >= share || count > fewest || (count === fewest && at >= longestAgo)) continue;
    [next, fewest, longestAgo] = [read, count, at];
  }
  return next;
}

/** How many of those that wait could begin if there were so many places more. */
function countWelcome(room: Room, places: number): number {
  const imagined = { ...room, running: new Set(room.running), waiting: new Set(room.waiting) };
  for (let count = 0; count < places; count += 1) {
    const next = nextIn(imagined);
    if (!next) return count;
    imagined.waiting.delete(next);
    imagined.running.add(next);
  }
  return places;
}

function countByCaller(reads: Iterable<Read>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { caller } of reads) counts.set(caller, (counts.get(caller) ?? 0) + 1);
  return counts;
}

function tooManyReads(limit: number): Problem {
  return new Problem('too_many_requests', {
    detail: `You have ${limit} reads under way and may have no more. Read their answers to the end first.`,
    extra: { limit },
    headers: { 'Retry-After': '1' },
  });
}

function noPlaceOfOwn(limit: number): Problem {
  return new Problem('too_many_requests', {
    detail: `You have ${limit} answers of this kind under way and may have no more at once. Read them to the end first.`,
    extra: { limit },
    headers: { 'Retry-After': '5' },
  });
}

function noPlace(): Problem {
  return new Problem('unavailable', {
    detail: 'Too many answers of this kind are being read. Try again shortly.',
    extra: { part: 'reads' },
    headers: { 'Retry-After': '5' },
  });
}
