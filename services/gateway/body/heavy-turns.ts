import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { SentFields } from './form-fields.ts';

/** A large body as it was received, which waits for its turn to be read. */
export interface HeavyBody {
  caller: string;
  /** Whose client, once gone, needs no turn any more. */
  response: Pick<Response, 'destroyed' | 'once' | 'off'>;
  read: () => Promise<SentFields>;
}

/** Reads a body when it is its turn; resolves with what `read` gave. */
export type HeavyTurn = (body: HeavyBody) => Promise<SentFields>;

/** Begins to read a body whose turn it is; resolves once it was read and handed over. */
type Begin = () => Promise<void>;
type Waiting = Map<string, Begin[]>;

/** How much longer than it worked the lane rests: others have most of the time, however much heavy work there is. */
const restPerWork = 2;

/**
 * One piece of heavy work at a time, of all callers in rotation. What a piece costs is what is done until its request waits for something:
 * reading a large body, checking it and making a command of it is one piece.
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
    // Promises that are settled go on before this does.
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

/** The caller's others come after those of all other callers. */
function leave(waiting: Waiting, caller: string, begin: Begin): void {
  const others = waiting.get(caller)?.filter((each) => each !== begin) ?? [];
  waiting.delete(caller);
  if (others.length > 0) waiting.set(caller, others);
}

function gone(): Problem {
  return new Problem('malformed_body', { detail: 'The client left before its body was read.' });
}
