import { Problem } from '#shared/errors.ts';

/** Waits for a caller's turn to do what holds up the event loop; refuses with `too_many_requests` when too many of his wait. */
export type HeavyTurn = (caller: string) => Promise<void>;

/** How much longer than it worked the lane rests: others have most of the time, however much heavy work there is. */
const restPerWork = 2;
const mostWaiting = 16;

/**
 * One piece of heavy work at a time, of all callers in rotation. What a piece costs is what is done from the moment of its turn until
 * it waits for something: reading a large body, checking it and making a command of it is one piece.
 */
export function createHeavyTurns(): HeavyTurn {
  const waiting = new Map<string, (() => void)[]>();
  let isBusy = false;

  function next(): void {
    const [first] = waiting;
    isBusy = first !== undefined;
    if (!first) return;
    const [caller, [start, ...others]] = first;
    waiting.delete(caller);
    if (others.length > 0) waiting.set(caller, others);
    const startedAt = performance.now();
    start?.();
    // Promises that are settled go on before this does.
    setImmediate(() => setTimeout(next, restPerWork * (performance.now() - startedAt)));
  }

  return async (caller) => {
    const others = waiting.get(caller) ?? [];
    if (others.length >= mostWaiting) throw tooManyWaiting();
    await new Promise<void>((resolve) => {
      waiting.set(caller, [...others, resolve]);
      if (!isBusy) next();
    });
  };
}

function tooManyWaiting(): Problem {
  return new Problem('too_many_requests', {
    detail: `You have ${mostWaiting} large bodies waiting to be read. Send fewer at once.`,
    extra: { limit: mostWaiting },
    headers: { 'Retry-After': '2' },
  });
}
