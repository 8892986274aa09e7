import { setTimeout as sleep } from 'node:timers/promises';

const longestMs = 500;

/**
 * The only sleep in the tests. Use it to pace a load or to show that no event occurs. Throws if `ms` is more
 * than 500. Instead of a longer sleep, make the awaited time a setting or parameter, or wait for its effect
 * with `eventually`.
 */
export async function pause(ms: number): Promise<void> {
  if (ms > longestMs) throw new RangeError(`A test may sleep ${longestMs} ms at most, not ${ms}.`);
  await sleep(ms);
}
