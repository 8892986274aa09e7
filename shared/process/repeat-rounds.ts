import { setTimeout as sleep } from 'node:timers/promises';

/** Work in the background, round after round, until it is closed. */
export function repeatRounds({
  round,
  failed,
  ended,
  firstAfterMs = 0,
}: {
  /** Does what is due, and answers how long to rest then, in ms. The signal is given when no more is to be begun. */
  round: (signal: AbortSignal) => Promise<number>;
  /** Takes what a round raised, unless it was being closed, and answers how long to rest, in ms. */
  failed: (error: unknown) => number;
  /** After the last round: gives back what was held for them. */
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
