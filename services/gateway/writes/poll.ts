import { setTimeout as pause } from 'node:timers/promises';

/**
 * Calls `isDone` at growing intervals until it resolves to true, or until the next call would pass `deadline`
 * (`performance.now()`). Calls it at least once.
 */
export async function poll(
  isDone: () => Promise<boolean>,
  { firstMs, longestMs, deadline }: { firstMs: number; longestMs: number; deadline: number },
): Promise<void> {
  for (let ms = firstMs; ; ms = Math.min(ms * 2, longestMs)) {
    await pause(ms);
    if ((await isDone()) || performance.now() + ms > deadline) return;
  }
}
