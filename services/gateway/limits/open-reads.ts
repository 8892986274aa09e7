import { availableParallelism } from 'node:os';
import type { Response } from 'express';
import type { ServiceName } from '#shared/contracts/kit/define.ts';
import { detail, retryLater } from '#shared/contracts/errors.ts';
import { createSlots, type Leave } from '#shared/platform/process/slots.ts';
import { createCallerLimit } from './caller-limit.ts';
import type { SlowReaders } from './slow-readers.ts';

/**
 * `whole`: a full list, which takes as long as the client needs to receive it. `export`: a full list as a file, which costs more.
 * `scan`: may visit every record in the list, or returns very many records. `brief`: any cheaper read. Shoppers' lists and scans
 * have their own classes, so that admins' reads don't delay them.
 */
export type ReadKind = 'export' | 'whole' | 'clientWhole' | 'scan' | 'clientScan' | 'brief';

export type OpenReads = ReturnType<typeof createOpenReads>;

/** How many of the slots one caller may hold: half, but a quarter for whole lists, which take long, and a few for brief reads. */
const shares: Readonly<Record<ReadKind, (places: number) => number>> = {
  whole: (places) => places / 4,
  clientWhole: (places) => places / 4,
  export: (places) => places / 2,
  scan: (places) => places / 2,
  clientScan: (places) => places / 2,
  brief: (places) => Math.min(places / 2, 4 * availableParallelism()),
};

/** While other reads wait, a read loses its slot if its client has not received pending data for this many ms. */
const usualPatienceMs = 12_000;
const relieveMs = 250;

type BeginRead = (caller: string, response: Response) => Promise<void>;

/** Limits the reads that run at the same time, so that slow responses don't block others. */
export function createOpenReads(deps: {
  perCaller: number;
  connections: Readonly<Record<ReadKind, number>>;
  waitingMs: SlowReaders['waitingMs'];
  longestWaitMs?: number;
  patienceMs?: number;
}) {
  const { perCaller, connections, waitingMs, longestWaitMs = 15_000, patienceMs = usualPatienceMs } = deps;
  const countOpen = createCallerLimit(perCaller, 'too_many_reads', 1);
  const limits = new Map<string, BeginRead>();

  const beginOf = (service: ServiceName, kind: ReadKind): BeginRead =>
    limits.getOrInsertComputed(`${service} ${kind}`, () => {
      const size = connections[kind];
      const share = Math.max(shares[kind](size), 1);
      return createReadLimit({ size, share, waitingMs, longestWaitMs, patienceMs });
    });

  return {
    /**
     * Resolves when the read gets a slot. A service has a number of slots for each kind of read. Throws `too_many_requests` if
     * the caller has too many open reads, or if its own reads delay this read for too long. Throws `unavailable` if
     * reads by other callers delay it for too long.
     */
    begin: async (
      caller: string,
      service: ServiceName,
      kind: ReadKind,
      response: Response,
    ): Promise<void> => {
      countOpen(caller, response);
      if (!response.destroyed) await beginOf(service, kind)(caller, response);
    },
  };
}

/**
 * A read holds its slot until its response ends. While other reads wait for a slot, responses whose clients have stopped reading
 * are closed, beginning with the client that stopped first.
 */
function createReadLimit(limit: {
  size: number;
  share: number;
  waitingMs: SlowReaders['waitingMs'];
  longestWaitMs: number;
  patienceMs: number;
}): BeginRead {
  const { size, share, waitingMs, longestWaitMs, patienceMs } = limit;
  const ofCaller = detail('too_many_answers_of_caller', { limit: share });
  const refuse = (isShareUsed: boolean) =>
    isShareUsed
      ? retryLater('too_many_requests', ofCaller, { limit: share }, 5)
      : retryLater('unavailable', detail('too_many_answers'), { part: 'reads' }, 5);
  const slots = createSlots({ size, share, refuse });
  const running = new Map<Response, Leave>();
  let relief: NodeJS.Timeout | null = null;

  function relieve(): void {
    const idle = [...running]
      .map(([response, leave]) => ({ response, leave, ms: waitingMs(response) }))
      .filter(({ ms }) => ms >= patienceMs)
      .sort((a, b) => b.ms - a.ms);
    for (const { response, leave } of idle) {
      if (!slots.isWanted) break;
      response.destroy();
      leave();
    }
    relief = slots.waiting > 0 ? setTimeout(relieve, relieveMs).unref() : null;
  }

  return async (caller, response) => {
    const { held, leave } = slots.enter(caller, longestWaitMs);
    // If the client disconnects while its read waits for a slot, the read begins without a slot. The read then notices the
    // closed connection and ends.
    response.once('close', () => {
      running.delete(response);
      leave();
    });
    if (slots.waiting > 0) relief ??= setTimeout(relieve, relieveMs).unref();
    // The client may leave just after its read got a slot.
    if ((await held) && !response.destroyed) running.set(response, leave);
  };
}
