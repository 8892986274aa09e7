import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { SentFields } from './form-fields.ts';

/** A large body as received, queued until it may be read. */
export interface HeavyBody {
  caller: string;
  /** When the client disconnects, its body leaves the queue. */
  response: Pick<Response, 'destroyed' | 'once' | 'off'>;
  read: () => Promise<SentFields>;
}

/** Queues a body, then reads it; resolves with the result of `read`. */
export type HeavyTurn = (body: HeavyBody) => Promise<SentFields>;

/** Reads a body; resolves once its promise is settled. */
type Begin = () => Promise<void>;
type Waiting = Map<string, Begin[]>;

/** The pause after each piece of work, as a multiple of its duration. Other requests get most of the time. */
const restPerWork = 2;

/**
 * Runs one piece of heavy work at a time and takes callers in rotation. A piece lasts until its request waits for something:
 * reading a large body, checking it and building its command is one piece.
 */
export function createHeavyTurns(): HeavyTurn {
  const waiting: Waiting = new Map();
  let isBusy = false;

  async function next(): Promise<void> {
    const [first] = waiting;
    const [caller, [begin]] = first ?? ['', []];
    isBusy = begin !== undefined;
    if (!begin) return;
    leave(waiting, caller, begin);
    const startedAt = performance.now();
    await begin();
    // Continuations of settled promises run before this, so the pause counts their time too.
    setImmediate(() => setTimeout(() => void next(), restPerWork * (performance.now() - startedAt)));
  }

  return ({ caller, response, read }) => {
    const { promise, resolve, reject } = Promise.withResolvers<SentFields>();
    const begin = async () => {
      response.off('close', onGone);
      const data = await read().catch(reject);
      if (data) resolve(data);
    };
    const onGone = () => {
      leave(waiting, caller, begin);
      reject(gone());
    };
    if (response.destroyed) return Promise.reject(gone());
    waiting.set(caller, [...(waiting.get(caller) ?? []), begin]);
    response.once('close', onGone);
    if (!isBusy) void next();
    return promise;
  };
}

/** Removes a body from the queue; the caller's other bodies then come after those of all other callers. */
function leave(waiting: Waiting, caller: string, begin: Begin): void {
  const others = waiting.get(caller)?.filter((each) => each !== begin) ?? [];
  waiting.delete(caller);
  if (others.length > 0) waiting.set(caller, others);
}

function gone(): Problem {
  return new Problem('malformed_body', { detail: 'The client left before its body was read.' });
}
