import { setTimeout as sleep } from 'node:timers/promises';

/** Wakes a loop that waits, or that is about to: a ring between `reset` and `within` is not lost. */
export interface Alarm {
  reset: () => void;
  ring: () => void;
  /** Resolves at the next ring, or after this time. */
  within: (ms: number) => Promise<void>;
}

export function createAlarm(): Alarm {
  let rings = Promise.withResolvers<undefined>();
  return {
    reset: () => {
      rings = Promise.withResolvers<undefined>();
    },
    ring: () => rings.resolve(undefined),
    within: async (ms) => {
      const timeout = new AbortController();
      const timer = sleep(ms, undefined, { signal: timeout.signal }).catch(() => undefined);
      await Promise.race([rings.promise, timer]);
      timeout.abort();
    },
  };
}
