import { observed, useObserved, type Observed } from './observed.ts';

/** One clock per interval, so that the times in a long list share a timer and change together. */
const clocks = new Map<number, Observed<Date>>();

export function useNow(everyMs: number): Date {
  return useObserved(clockOf(everyMs));
}

function clockOf(everyMs: number): Observed<Date> {
  const clock = clocks.get(everyMs) ?? createClock(everyMs);
  clocks.set(everyMs, clock);
  return clock;
}

/** The clock runs only while a component shows its time. */
function createClock(everyMs: number): Observed<Date> {
  const now = observed(new Date());
  let timer: ReturnType<typeof setInterval> | undefined;
  let shownBy = 0;
  return {
    ...now,
    get: () => {
      // While no component shows the time, the clock stands still. So update an old time before a component shows it.
      if (timer === undefined && Date.now() - now.get().getTime() >= everyMs) now.set(new Date());
      return now.get();
    },
    subscribe: (listener) => {
      const stop = now.subscribe(listener);
      shownBy += 1;
      timer ??= setInterval(() => now.set(new Date()), everyMs);
      return () => {
        stop();
        shownBy -= 1;
        if (shownBy > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
  };
}
