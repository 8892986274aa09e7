/** Wakes the one loop that waits for it. A ring between `reset` and `within` is not lost. */
export interface Alarm {
  reset: () => void;
  ring: () => void;
  /** Resolves at the next ring, or after this time. */
  within: (ms: number) => Promise<void>;
}

/** Uses a bare timer, because an abort signal for each wait would slow every checkout. */
export function createAlarm(): Alarm {
  let hasRung = false;
  let wake: () => void = () => undefined;
  return {
    reset: () => {
      hasRung = false;
    },
    ring: () => {
      hasRung = true;
      wake();
    },
    within: (ms) =>
      new Promise((resolve) => {
        if (hasRung) {
          resolve();
          return;
        }
        const timer = setTimeout(resolve, ms);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      }),
  };
}
