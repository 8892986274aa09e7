import { setTimeout as sleep } from 'node:timers/promises';

/** Runs background work in rounds until it is closed. */
export function repeatRounds({
  round,
  failed,
  ended,
  firstAfterMs = 0,
}: {
  /** Does the work that is due and returns the pause after it, in ms. It must start no new work once the signal aborts. */
  round: (signal: AbortSignal) => Promise<number>;
  /** Receives an error of a round, unless closing, and returns the pause after it, in ms. */
  failed: (error: unknown) => number;
  /** Called after the last round: releases leases and the like. */
  ended?: () => Promise<void>;
  firstAfterMs?: number;
}): { close: () => Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  const isClosing = () => signal.aborted;

  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined);

  const loop = async (): Promise<void> => {
    if (firstAfterMs > 0) await pause(firstAfterMs);
    while (!isClosing()) {
      let rest = 0;
      try {
        rest = await round(signal);
      } catch (error) {
        if (isClosing()) return;
        rest = failed(error);
      }
      await pause(rest);
    }
  };
  const over = loop();

  return {
    close: async () => {
      closing.abort();
      await over;
      await ended?.();
    },
  };
}
