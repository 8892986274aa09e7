import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { BodyData } from './decode-body.ts';

/** A large body as it was received, which waits for its turn to be read. */
export interface HeavyBody {
  caller: string;
  /** Whose client, once gone, needs no turn any more. */
  response: Pick<Response, 'destroyed' | 'once' | 'off'>;
  read: () => Promise<BodyData>;
}

/** Reads a body when it is its turn; resolves with what `read` gave. */
export type HeavyTurn = (body: HeavyBody) => Promise<BodyData>;

interface Waiting {
  /** Resolves once the body was read and handed over. */
  begin: () => Promise<void>;
}

/** How much longer than it worked the lane rests: others have most of the time, however much heavy work there is. */
const restPerWork = 2;

/**
 * One piece of heavy work at a time, of all callers in rotation. What a piece costs is what is done until its request waits for something:
 * reading a large body, checking it and making a command of it is one piece.
 */
export function createHeavyTurns(): HeavyTurn {
  const waiting = new Map<string, Waiting[]>();
  let isBusy = false;

  async function next(): Promise<void> {
    const [first] = waiting;
    const [caller, [body]] = first ?? ['', []];
    isBusy = body !== undefined;
    if (!body) return;
    leave(waiting, caller, body);
    const startedAt = performance.now();
    await body.begin();
    // Promises that are settled go on before this does.
    setImmediate(() => setTimeout(() => void next(), restPerWork * (performance.now() - startedAt)));
  }

  return ({ caller, response, read }) => {
    const { promise, resolve, reject } = Promise.withResolvers<BodyData>();
    const begin = async () => {
      response.off('close', onGone);
      const data = await read().catch(reject);
      if (data) resolve(data);
    };
    const body: Waiting = { begin };
    const onGone = () => {
      leave(waiting, caller, body);
      reject(gone());
    };
    if (response.destroyed) return Promise.reject(gone());
    join(waiting, caller, body);
    response.once('close', onGone);
    if (!isBusy) void next();
    return promise;
  };
}

function join(waiting: Map<string, Waiting[]>, caller: string, body: Waiting): void {
  waiting.set(caller, [...(waiting.get(caller) ?? []), body]);
}

/** The caller's others come after those of all other callers. */
function leave(waiting: Map<string, Waiting[]>, caller: string, body: Waiting): void {
  const others = waiting.get(caller)?.filter((each) => each !== body) ?? [];
  waiting.delete(caller);
  if (others.length > 0) waiting.set(caller, others);
}

function gone(): Problem {
  return new Problem('malformed_body', { detail: 'The client left before its body was read.' });
}
