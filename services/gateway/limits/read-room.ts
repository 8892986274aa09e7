import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { SlowReaders } from './slow-readers.ts';

/** Places for reads of one kind at one service, each taken until its answer is over. */
export interface ReadRoom {
  /**
   * Resolves when the read may begin: a caller has its share of the places at most. While some wait for a full room, reads whose
   * clients have not been reading for the longest are ended. When no place has become free for too long, refuses with
   * `unavailable`, or with `too_many_requests` when it is the caller's own reads that it waits for.
   */
  enter: (caller: string, response: Response) => Promise<void>;
}

interface Read {
  caller: string;
  response: Response;
  since: number;
  start: () => void;
  refuse: (problem: Problem) => void;
}

interface Reads {
  /** Places of one caller. */
  share: number;
  running: Set<Read>;
  waiting: Set<Read>;
  /** When a read of a caller last began here, while others wait. */
  begun: Map<string, number>;
}

/**
 * A client that takes nothing for so long may lose its place to another when there is none left. One that reads 100 KB a second
 * without a pause is seen to take something every few seconds only: progress is seen when the system's own buffer has room again.
 */
const patienceMs = 12_000;
const relieveMs = 250;

export function createReadRoom(options: {
  places: number;
  share: number;
  waitingMs: SlowReaders['waitingMs'];
  longestWaitMs: number;
}): ReadRoom {
  const { places, share, waitingMs, longestWaitMs } = options;
  const reads: Reads = { share, running: new Set(), waiting: new Set(), begun: new Map() };
  const { running, waiting, begun } = reads;
  let relief: NodeJS.Timeout | null = null;

  function relieve(): void {
    relief = null;
    refuseTheLate(reads, longestWaitMs);
    if (running.size >= places) endWaitedFor(reads, waitingMs);
    startWaiting();
  }

  function startWaiting(): void {
    if (waiting.size === 0) {
      begun.clear();
      return;
    }
    for (let read = nextIn(reads); read && running.size < places; read = nextIn(reads)) {
      waiting.delete(read);
      running.add(read);
      begun.set(read.caller, performance.now());
      read.start();
    }
    if (waiting.size > 0) relief ??= setTimeout(relieve, relieveMs).unref();
  }

  return {
    enter: (caller, response) => {
      const { promise, resolve: start, reject: refuse } = Promise.withResolvers<undefined>();
      const read = { caller, response, since: performance.now(), start: () => start(undefined), refuse };
      response.once('close', () => {
        running.delete(read);
        // Whoever waits for a client that has gone goes on, and finds it gone.
        if (waiting.delete(read)) read.start();
        startWaiting();
      });
      if (waiting.size > 0 || running.size >= share) {
        waiting.add(read);
        startWaiting();
        return promise;
      }
      running.add(read);
      return Promise.resolve();
    },
  };
}

/** As many give way as others could begin, of those whose clients are not reading. */
function endWaitedFor(reads: Reads, waitingMs: SlowReaders['waitingMs']): void {
  const waits = [...reads.running].map(({ response }) => ({ response, ms: waitingMs(response) }));
  const patient = waits.filter(({ ms }) => ms >= patienceMs).sort((a, b) => b.ms - a.ms);
  const ending = patient.slice(0, countWelcome(reads, patient.length));
  for (const { response } of ending) response.destroy();
}

function refuseTheLate({ running, waiting, share }: Reads, longestWaitMs: number): void {
  const latest = performance.now() - longestWaitMs;
  const counts = countByCaller(running);
  for (const read of waiting) {
    if (read.since > latest) return;
    waiting.delete(read);
    read.refuse((counts.get(read.caller) ?? 0) >= share ? noPlaceOfOwn(share) : noPlace());
  }
}

/**
 * Of those that wait the first one of the caller who has the fewest under way, and less than its share of the room; of several such
 * callers, of the one whose turn was longest ago: places become free one by one, each to a caller who has none at that moment.
 */
function nextIn({ running, waiting, share, begun }: Reads): Read | null {
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
function countWelcome(reads: Reads, places: number): number {
  const imagined = { ...reads, running: new Set(reads.running), waiting: new Set(reads.waiting) };
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
