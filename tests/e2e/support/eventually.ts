import { setTimeout as sleep } from 'node:timers/promises';

/** Tries an expectation until it holds, for as long as the contract allows it not to; then fails as it did last. */
export async function within(milliseconds: number, expectation: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + milliseconds;
  for (;;) {
    try {
      await expectation();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await sleep(50);
  }
}
