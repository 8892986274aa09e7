import { setTimeout as sleep } from 'node:timers/promises';

const longestMs = 500;

/**
 * The only sleep in the tests, to pace a load or show that nothing happens. Throws above half a second: make a longer
 * wait a setting or parameter, or use `eventually` on its effect.
 */
export async function pause(ms: number): Promise<void> {
  if (ms > longestMs) throw new RangeError(`A test may sleep ${longestMs} ms at most, not ${ms}.`);
  await sleep(ms);
}
