import type { Response } from 'express';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import { createCallerLimit } from './caller-limit.ts';
import type { SlowReaders } from './slow-readers.ts';

/** Bounds the reads that are under way, so that the answers of some do not hold up those of others. */
export interface OpenReads {
  /**
   * Counts a read of a caller until its answer is over, or refuses with `too_many_requests`. Where all connections of its room are
   * taken, reads whose clients have not been reading for the longest are ended.
   */
  add: (caller: string, service: ServiceName, room: ReadRoom, response: Response) => void;
}

/** Whole lists, which last as long as their clients like, must not hold up pages and records. */
export type ReadRoom = 'whole' | 'brief';

/** A client that takes nothing for so long may lose its place to another when there is none left. */
const patienceMs = 1000;
const relieveMs = 250;

export function createOpenReads(deps: {
  perCaller: number;
  /** How many reads a room of a service has connections for. */
  connections: Readonly<Record<ReadRoom, number>>;
  waitingMs: SlowReaders['waitingMs'];
}): OpenReads {
  const { perCaller, connections, waitingMs } = deps;
  const callers = createCallerLimit(perCaller, tooManyReads);
  const rooms = new Map<string, Set<Response>>();
  const relieved = new Set<Set<Response>>();

  /** As long as reads wait for a connection, as many others give way whose clients are not reading. */
  function relieve(reads: Set<Response>, places: number): void {
    const beyond = reads.size - places;
    if (beyond <= 0) {
      relieved.delete(reads);
      return;
    }
    relieved.add(reads);
    const waits = [...reads].map((response) => ({ response, ms: waitingMs(response) }));
    const patient = waits.filter(({ ms }) => ms >= patienceMs).sort((a, b) => b.ms - a.ms);
    for (const { response } of patient.slice(0, beyond)) response.destroy();
    setTimeout(() => relieve(reads, places), relieveMs).unref();
  }

  return {
    add: (caller, service, room, response) => {
      callers.add(caller, response);
      if (response.destroyed) return;
      const key = `${service} ${room}`;
      const reads = rooms.get(key) ?? new Set();
      rooms.set(key, reads.add(response));
      response.once('close', () => reads.delete(response));
      if (!relieved.has(reads)) relieve(reads, connections[room]);
    },
  };
}

function tooManyReads(limit: number): Problem {
  return new Problem('too_many_requests', {
    detail: `You have ${limit} reads under way and may have no more. Read their answers to the end first.`,
    extra: { limit },
    headers: { 'Retry-After': '1' },
  });
}
