import { Problem } from '../errors.ts';
import { restInProportion } from '../process/paced-loop.ts';
import { createSlots } from '../process/slots.ts';

/**
 * Makes long responses take turns, one turn in each round of the event loop, so that a short response waits for
 * at most one turn. Several concurrent long responses together use a third of the time.
 */
export interface TakeTurn {
  /** Throws `unavailable` if too many others wait for a turn. */
  first: () => Promise<void>;
  next: () => Promise<void>;
}

const restWhileOthersWait = restInProportion(2);

export function createTurns(now: () => number = () => performance.now(), patienceMs = 5000): TakeTurn {
  const slots = createSlots({ size: 1, refuse: tooManyLists });

  const take = async (longestWaitMs?: number): Promise<void> => {
    const { held, leave } = slots.enter('', longestWaitMs);
    await held;
    const startedAt = now();
    // The holder asks for its next turn only later, so all that wait now are others.
    const othersWait = slots.waiting > 0;
    // In the next round of the event loop, after everything that the turn started.
    setImmediate(() => {
      if (othersWait) setTimeout(leave, restWhileOthersWait(now() - startedAt));
      else leave();
    });
  };

  return { first: () => take(patienceMs), next: () => take() };
}

function tooManyLists(): Problem {
  return new Problem('unavailable', {
    detail: 'Too many whole lists are being read. Read them in pages, or try again shortly.',
    extra: { part: 'reads' },
    headers: { 'Retry-After': '5' },
  });
}
