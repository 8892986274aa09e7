import { setTimeout as sleep } from 'node:timers/promises';

const longestMs = 500;

/**
 * The only sleep in the tests, to pace a load or show that nothing happens. Throws above half a second. Instead of a longer
 * sleep, make the awaited time a setting or parameter, or wait for its effect with `eventually`.
 */
export async function pause(ms: number): Promise<void> {
  if (ms > longestMs) throw new RangeError(`A test may sleep ${longestMs} ms at most, not ${ms}.`);
  await sleep(ms);
}
