import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { SentFields } from './form-fields.ts';

/** A large body as received, queued until it may be parsed. */
export interface HeavyBody {
  caller: string;
  /** Used to remove the body from the queue when the client disconnects. */
  response: Pick<Response, 'destroyed' | 'once' | 'off'>;
  read: () => Promise<SentFields>;
}

/** Queues a body, then reads it. Resolves with the result of `read`. */
export type HeavyTurn = (body: HeavyBody) => Promise<SentFields>;

/** Starts reading a body. Resolves once the promise of `read` is settled. */
type Begin = () => Promise<void>;
type Waiting = Map<string, Begin[]>;

/** The pause after each piece of work, as a multiple of the work's duration. Other requests get most of the CPU time. */
const restPerWork = 2;

/**
 * Runs one piece of heavy work at a time and alternates between callers. A piece of work lasts until its request waits for I/O.
 * For example, reading a large body, checking it and building its command is one piece.
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
    // Continuations of settled promises run before this callback, so the pause includes their time.
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

/** Removes a body from the queue. The caller's next body then waits behind one body of every other caller. */
function leave(waiting: Waiting, caller: string, begin: Begin): void {
  const others = waiting.get(caller)?.filter((each) => each !== begin) ?? [];
  waiting.delete(caller);
  if (others.length > 0) waiting.set(caller, others);
}

function gone(): Problem {
  return new Problem('malformed_body', { detail: 'The client left before its body was read.' });
}
