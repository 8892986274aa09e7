import { setTimeout as pause } from 'node:timers/promises';

/** Asks at growing intervals until the answer is yes or the deadline (`performance.now()`) would pass; at least once. */
export async function poll(
  isDone: () => Promise<boolean>,
  { firstMs, longestMs, deadline }: { firstMs: number; longestMs: number; deadline: number },
): Promise<void> {
  for (let ms = firstMs; ; ms = Math.min(ms * 2, longestMs)) {
    await pause(ms);
    if ((await isDone()) || performance.now() + ms > deadline) return;
  }
}
