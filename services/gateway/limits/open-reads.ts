import { availableParallelism } from 'node:os';
import type { Response } from 'express';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import { Problem } from '#shared/errors.ts';
import { createCallerLimit } from './caller-limit.ts';
import type { ReadKind } from './read-kind.ts';
import { createReadRoom, type ReadRoom } from './read-room.ts';
import type { SlowReaders } from './slow-readers.ts';

/** Limits the reads that run at the same time, so that slow responses don't block others. */
export interface OpenReads {
  /**
   * Counts a caller's read until its response ends, or throws `too_many_requests`. Resolves when the read may begin, by the
   * rules of `ReadRoom`.
   */
  begin: (caller: string, service: ServiceName, kind: ReadKind, response: Response) => Promise<void>;
}

/**
 * The share of the slots that one caller may hold. Whole lists take long, so a caller gets a quarter of the slots; three such
 * callers still leave slots for a fourth. Brief reads keep the processors busy, so a few slots per caller are as fast as many.
 */
const shares: Readonly<Record<ReadKind, (places: number) => number>> = {
  whole: aQuarter,
  clientWhole: aQuarter,
  export: half,
  scan: half,
  clientScan: half,
  brief: (places) => Math.min(half(places), 4 * availableParallelism()),
};

export function createOpenReads(deps: {
  perCaller: number;
  /** The number of connections to a service for each kind of read. */
  connections: Readonly<Record<ReadKind, number>>;
  waitingMs: SlowReaders['waitingMs'];
  longestWaitMs?: number;
}): OpenReads {
  const { perCaller, connections, waitingMs, longestWaitMs = 15_000 } = deps;
  const callers = createCallerLimit(perCaller, tooManyReads);
  const rooms = new Map<string, ReadRoom>();

  function roomOf(service: ServiceName, kind: ReadKind): ReadRoom {
    const key = `${service} ${kind}`;
    const places = connections[kind];
    const share = Math.max(shares[kind](places), 1);
    const room = rooms.get(key) ?? createReadRoom({ places, share, waitingMs, longestWaitMs });
    rooms.set(key, room);
    return room;
  }

  return {
    begin: async (caller, service, kind, response) => {
      callers.add(caller, response);
      if (!response.destroyed) await roomOf(service, kind).enter(caller, response);
    },
  };
}

function aQuarter(places: number): number {
  return places / 4;
}

function half(places: number): number {
  return places / 2;
}

function tooManyReads(limit: number): Problem {
  return new Problem('too_many_requests', {
    detail: `You have ${limit} reads under way and may have no more. Read their answers to the end first.`,
    extra: { limit },
    headers: { 'Retry-After': '1' },
  });
}
