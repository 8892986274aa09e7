import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { pacedLoop, restInProportion, type PacedLoop } from '#shared/platform/process/paced-loop.ts';
import { eventually } from '../../support/eventually.ts';
import { pause } from '../../support/pause.ts';

const longMs = 100_000;
const settled = () => new Promise((resolve) => setImmediate(resolve));

let rounds: number;
let loop: PacedLoop;

beforeEach(() => void (rounds = 0));
afterEach(() => loop.close());

type Options = Parameters<typeof pacedLoop>[0];

function start(options: Partial<Options>): void {
  const round = options.round ?? (() => Promise.resolve(false));
  loop = pacedLoop({
    idleMs: longMs,
    ...options,
    round: (signal) => {
      rounds += 1;
      return round(signal);
    },
  });
}

describe('a paced loop', () => {
  test('a background job’s loop begins its first round at once, and waits for the idle time when no work is left', async () => {
    start({ idleMs: 20 });
    expect(rounds).toBe(1);
    await pause(5);
    expect(rounds).toBe(1);
    await eventually('the round after the idle time', () => rounds > 1);
  });

  test('a background job’s loop with a start delay begins its first round only after this delay', async () => {
    start({ firstAfterMs: 20 });
    await pause(5);
    expect(rounds).toBe(0);
    await eventually('the first round', () => rounds === 1);
  });

  test('if work is left after a round of a background job’s loop, the loop pauses for a time computed from the round’s duration', async () => {
    let worked = 0;
    start({
      round: async () => {
        await pause(10);
        return true;
      },
      rest: (workedMs) => {
        worked = workedMs;
        return longMs;
      },
    });
    await eventually('the end of the first round', () => worked > 0);
    expect(worked).toBeGreaterThanOrEqual(9);
    await pause(5);
    expect(rounds).toBe(1);
  });

  test('a background job’s loop without pauses continues immediately while work is left, but lets the process do other work between rounds', async () => {
    start({ round: async () => rounds < 5 });
    await settled();
    expect(rounds).toBeLessThan(5);
    await eventually('the last round', () => rounds === 5);
  });

  test('several wake-up messages in quick succession cause only one round of a background job’s loop', async () => {
    start({ gatherMs: 500 });
    await settled();
    for (let times = 0; times < 3; times += 1) {
      loop.ring();
      await pause(5);
    }
    expect(rounds).toBe(1);
    await eventually('the round after the rings', () => rounds === 2);
    await pause(40);
    expect(rounds).toBe(2);
  });

  test('a wake-up message starts the next round of an idle background job’s loop, even if no idle time is configured', async () => {
    loop = pacedLoop({
      round: async () => {
        rounds += 1;
        return false;
      },
    });
    for (const expected of [2, 3]) {
      await settled();
      loop.ring();
      await settled();
      expect(rounds).toBe(expected);
    }
  });

  test('a wake-up message during a round of a background job’s loop causes another round', async () => {
    const { promise: isOver, resolve: end } = Promise.withResolvers<boolean>();
    start({ round: () => isOver });
    loop.ring();
    end(false);
    await settled();
    expect(rounds).toBe(2);
  });

  test('a wake-up message during the pause of a background job’s loop does not shorten the pause', async () => {
    start({ round: async () => rounds === 1, rest: () => 30 });
    await settled();
    loop.ring();
    await pause(10);
    expect(rounds).toBe(1);
    await eventually('the round after the rest', () => rounds === 2);
  });

  test('if a round of a background job’s loop fails, the next round begins after the pause that the error handler returns', async () => {
    const errors: unknown[] = [];
    start({
      round: () => (rounds === 1 ? Promise.reject(new Error('away')) : Promise.resolve(false)),
      failed: (error) => {
        errors.push(error);
        return 10;
      },
    });
    await settled();
    expect([rounds, errors]).toEqual([1, [new Error('away')]]);
    await eventually('the next round', () => rounds === 2);
  });

  test('a background job’s loop that is closed ends its round, then cleans up, and never begins another round', async () => {
    const steps: string[] = [];
    start({
      round: async (signal) => {
        await new Promise((resolve) => {
          signal.addEventListener('abort', resolve);
        });
        await pause(5);
        steps.push('round');
        return true;
      },
      ended: async () => void steps.push('ended'),
    });
    await loop.close();
    loop.ring();
    await settled();
    expect([rounds, steps]).toEqual([1, ['round', 'ended']]);
  });

  test.each(['idles', 'pauses', 'waits for its start'])(
    'a background job’s loop that %s ends at once when it is closed',
    async (what) => {
      start({
        round: async () => what === 'pauses',
        rest: () => longMs,
        firstAfterMs: what === 'waits for its start' ? longMs : 0,
      });
      await settled();
      const startedAt = performance.now();
      await loop.close();
      expect(performance.now() - startedAt).toBeLessThan(1000);
    },
  );

  test('if a round of a background job’s loop fails because the loop is closed, its error is not reported', async () => {
    let failures = 0;
    start({
      round: (signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('aborted')));
        }),
      failed: () => (failures += 1),
    });
    await loop.close();
    expect(failures).toBe(0);
  });
});

test('a background job’s pause is proportional to the duration of its work, within a minimum and a maximum', () => {
  const rest = restInProportion(4, { leastMs: 15, mostMs: 100 });
  expect([1, 5, 20, 60].map(rest)).toEqual([15, 20, 80, 100]);
  expect(restInProportion(2)(70)).toBe(140);
});
