import type { Request, Response } from 'express';
import { detail, Problem, retryLater } from '#shared/contracts/errors.ts';
import { restInProportion } from '#shared/platform/process/paced-loop.ts';
import { createSlots, type Leave } from '#shared/platform/process/slots.ts';
import type { SentFields } from './form-fields.ts';
import { readBody, type BodyLimits } from './request-body.ts';

const mib = 1024 * 1024;
const mostOfCaller = 16 * mib;
const mostOfAll = 32 * mib;

/** Like `readBody`, but also throws `too_many_requests` or `unavailable` when large bodies use too much memory. */
export type ReceiveBody = (
  request: Request,
  response: Response,
  from: { caller: string; limits: BodyLimits },
) => Promise<SentFields>;

export function createReceiveBody(): ReceiveBody {
  const memoryOf = createBodyMemory();
  const heavyTurn = createHeavyTurns();

  return async (request, response, { caller, limits }) => {
    const memory = memoryOf(caller);
    try {
      return await readBody(request, limits, {
        take: memory.take,
        heavyTurn: (read) => heavyTurn({ caller, response, read }),
      });
    } finally {
      memory.release();
    }
  };
}

interface BodyMemory {
  /** `bytes` is the body's size so far. Throws `too_many_requests` or `unavailable`; call `release` even then. */
  take: (bytes: number) => void;
  release: () => void;
}

/** Limits the memory for large bodies until they are parsed, per caller and in total. Each byte takes one slot. */
export function createBodyMemory(): (caller: string) => BodyMemory {
  const memory = createSlots({ size: mostOfAll, share: mostOfCaller, refuse: tooManyBytes });

  return (caller) => {
    let taken = 0;
    let parts: Leave[] = [];
    return {
      take: (bytes) => {
        parts.push(memory.take(caller, bytes - taken));
        taken = bytes;
      },
      release: () => {
        for (const leave of parts) leave();
        [taken, parts] = [0, []];
      },
    };
  };
}

interface HeavyBody {
  caller: string;
  response: Pick<Response, 'destroyed' | 'once' | 'off'>;
  read: () => Promise<SentFields>;
}

export type HeavyTurn = (body: HeavyBody) => Promise<SentFields>;

/** After each heavy body, other requests get the CPU for twice the time that the body took. */
const restAfterBody = restInProportion(2);

/**
 * Reads one heavy body at a time and alternates between callers. A body holds its slot also for the work after reading, until
 * that work waits for I/O.
 */
export function createHeavyTurns(): HeavyTurn {
  const turns = createSlots({ size: 1 });

  return async ({ caller, response, read }) => {
    const hasLeft = () => response.destroyed;
    if (hasLeft()) throw gone();
    const { held, leave } = turns.enter(caller);
    response.once('close', leave);
    const isHeld = await held;
    response.off('close', leave);
    // The client may leave just after its turn has begun.
    if (!isHeld || hasLeft()) {
      leave();
      throw gone();
    }
    const startedAt = performance.now();
    try {
      return await read();
    } finally {
      // Continuations of settled promises run before this callback, so the measured time includes them.
      setImmediate(() => setTimeout(leave, restAfterBody(performance.now() - startedAt)));
    }
  };
}

function tooManyBytes(isShareUsed: boolean): Problem {
  const limit = mostOfCaller;
  return isShareUsed
    ? retryLater('too_many_requests', detail('too_many_bytes_of_caller', { limit }), { limit }, 2)
    : retryLater('unavailable', detail('too_many_bodies'), { part: 'bodies' }, 2);
}

function gone(): Problem {
  return new Problem('malformed_body', detail('client_left'));
}
