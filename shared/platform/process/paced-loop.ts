/** Returns the rest in ms: the time that a background job leaves to other work after it has worked for `workedMs`. */
export type Rest = (workedMs: number) => number;

/** A rest in proportion to the work, within bounds. With `timesWork` 4 and no bounds, work takes a fifth of the time. */
export function restInProportion(timesWork: number, { leastMs = 0, mostMs = Infinity } = {}): Rest {
  return (workedMs) => Math.min(Math.max(workedMs * timesWork, leastMs), mostMs);
}

/** Milliseconds, or a function that returns them when they are needed. */
type Time = number | (() => number);
const msOf = (time: Time): number => (typeof time === 'number' ? time : time());

export interface PacedLoop {
  /** Ends the current idle time. If the loop does not idle now, skips its next idle time. */
  ring: () => void;
  /** Resolves after the current round and `ended`. */
  close: () => Promise<void>;
}

/**
 * Repeats background work in rounds until it is closed. After a round that may have left work, the loop rests, so that
 * other work proceeds. `ring` does not shorten the rest. After any other round, the loop idles until `ring` or the end of
 * `idleMs`. After a ring the loop waits for `gatherMs`, so that one round does the work of several rings.
 */
export function pacedLoop({
  round,
  rest = () => 0,
  idleMs,
  gatherMs = 0,
  failed,
  ended,
  firstAfterMs = 0,
}: {
  /** Returns true if more work may be left. Must start no new work once the signal aborts. */
  round: (signal: AbortSignal) => Promise<boolean>;
  rest?: Rest;
  /** The longest idle time. If it is absent, only `ring` ends the idle time. */
  idleMs?: Time;
  gatherMs?: Time;
  /** Returns the pause after a failed round, in ms. Not called while closing. Absent: no round may throw. */
  failed?: (error: unknown) => number;
  ended?: () => Promise<void>;
  firstAfterMs?: number;
}): PacedLoop {
  const closing = new AbortController();
  const { signal } = closing;
  const isClosing = () => signal.aborted;
  let [isRung, isIdle] = [false, false];
  let wake: () => void = () => undefined;

  /** Uses a bare timer, because an abort signal for each wait would slow every checkout. */
  const wait = (ms?: number): Promise<void> =>
    new Promise((resolve) => {
      if (isClosing()) resolve();
      else if (ms === 0) setImmediate(resolve);
      else {
        const timer = ms === undefined ? ms : setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }
    });

  const idle = async (): Promise<void> => {
    if (!isRung) {
      isIdle = true;
      await wait(idleMs === undefined ? idleMs : msOf(idleMs));
      isIdle = false;
    }
    const gather = msOf(gatherMs);
    if (isRung && gather > 0) await wait(gather);
  };

  const loop = async (): Promise<void> => {
    if (firstAfterMs > 0) await wait(firstAfterMs);
    while (!isClosing()) {
      isRung = false;
      const startedAt = performance.now();
      try {
        if (await round(signal)) await wait(rest(performance.now() - startedAt));
        else await idle();
      } catch (error) {
        if (isClosing()) return;
        if (!failed) throw error;
        await wait(failed(error));
      }
    }
  };
  const over = loop();

  return {
    ring: () => {
      isRung = true;
      if (isIdle) wake();
    },
    close: async () => {
      closing.abort();
      wake();
      await over;
      await ended?.();
    },
  };
}
