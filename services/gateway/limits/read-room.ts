import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { SlowReaders } from './slow-readers.ts';

/** Slots for one kind of read at one service. A read holds its slot until its response ends. */
export interface ReadRoom {
  /**
   * Resolves when the read may begin. A caller can hold only its share of the slots. While reads wait and all slots are in use,
   * the reads whose clients have been idle longest are ended. After too long a wait, throws `unavailable`, or
   * `too_many_requests` if the caller's own reads use up its share.
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
  /** Maximum of slots for one caller. */
  share: number;
  running: Set<Read>;
  waiting: Set<Read>;
  /** The time when each caller's last read began. Kept only while reads wait. */
  begun: Map<string, number>;
}

/**
 * A client that receives nothing for this long may lose its slot when all slots are in use. Progress shows only when the
 * system's send buffer has space again, so a client that receives 100 KB a second shows progress every few seconds.
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
        // A waiting read whose client has disconnected starts anyway, notices the closed connection and ends.
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

/** Ends reads of idle clients, but not more reads than waiting reads could replace. */
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
 * Picks the next waiting read: the first read of the caller with the fewest running reads, if that caller is below its share.
 * Between callers with equally few running reads, picks the caller whose last read began longest ago.
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

/** How many of the waiting reads could begin if `places` more slots were free. */
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
