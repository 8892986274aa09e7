import { Problem } from '../errors.ts';

/**
 * Makes long responses take turns, one turn in each round of the event loop, so that a short response waits for
 * at most one turn. Several concurrent long responses together use a third of the time.
 */
export interface TakeTurn {
  /** Throws `unavailable` if too many others wait for a turn. */
  first: () => Promise<void>;
  next: () => Promise<void>;
}

interface Waiting {
  begin: () => void;
  until: number;
  refuse: ((problem: Problem) => void) | null;
}

const patienceMs = 5000;
/** If others wait, the pause after a turn is this multiple of the turn's duration. */
const restTimes = 2;

export function createTurns(now: () => number = () => performance.now()): TakeTurn {
  const waiting: Waiting[] = [];
  let isDue = false;

  function plan(): void {
    isDue = waiting.length > 0;
    if (!isDue) return;
    let startedAt = 0;
    let othersWait = false;
    setImmediate(() => {
      startedAt = now();
      giveTurn();
      // The holder asks for its next turn only later, so all that wait now are others.
      othersWait = waiting.length > 0;
    });
    // In the same round, after everything that the turn started.
    setImmediate(() => {
      if (othersWait) setTimeout(plan, (now() - startedAt) * restTimes);
      else plan();
    });
  }

  function giveTurn(): void {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      if (next.refuse === null || now() <= next.until) {
        next.begin();
        return;
      }
      next.refuse(tooManyLists());
    }
  }

  function wait(canRefuse: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      waiting.push({ begin: resolve, until: now() + patienceMs, refuse: canRefuse ? reject : null });
      if (!isDue) plan();
    });
  }

  return { first: () => wait(true), next: () => wait(false) };
}

function tooManyLists(): Problem {
  return new Problem('unavailable', {
    detail: 'Too many whole lists are being read. Read them in pages, or try again shortly.',
    extra: { part: 'reads' },
    headers: { 'Retry-After': '5' },
  });
}
