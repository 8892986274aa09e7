import { setTimeout as sleep } from 'node:timers/promises';

const longestMs = 500;

/**
 * The only sleep of the tests, for pacing a load or for showing that nothing happens. Throws beyond half a second: a longer
 * wait is a setting or a parameter of what is tested, or an `eventually` on what it leads to.
 */
export async function pause(ms: number): Promise<void> {
  if (ms > longestMs) throw new RangeError(`A test may sleep ${longestMs} ms at most, not ${ms}.`);
  await sleep(ms);
}
