import { detail, retryLater, type Problem } from '../../contracts/errors.ts';
import { restInProportion } from '../../platform/process/paced-loop.ts';
import { createSlots } from '../../platform/process/slots.ts';

/**
 * Long responses, such as exports, work in turns: one turn in each round of the event loop. So a short response
 * waits for at most one turn. Several concurrent long responses together use a third of the time.
 */
export interface TakeTurn {
  /** Waits for the first turn. Throws `unavailable` (503) if too many other responses wait. */
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
    // The holder of this turn asks for its next turn only later, so all responses that wait now are others.
    const othersWait = slots.waiting > 0;
    // End the turn in the next round of the event loop, after the work that the turn started.
    setImmediate(() => {
      if (othersWait) setTimeout(leave, restWhileOthersWait(now() - startedAt));
      else leave();
    });
  };

  return { first: () => take(patienceMs), next: () => take() };
}

function tooManyLists(): Problem {
  return retryLater('unavailable', detail('too_many_lists'), { part: 'reads' }, 5);
}
