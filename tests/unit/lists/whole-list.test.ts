import { describe, expect, test } from '@jest/globals';
import { batchBytes, batchRows, createTurns, nextBatchRows } from '#shared/engine/lists/whole-list.ts';

const round = () => new Promise((resolve) => setImmediate(resolve));

describe('long responses', () => {
  test('concurrent long responses take turns, and each round of the event loop runs at most one part of one response', async () => {
    const turn = createTurns();
    const done: string[] = [];
    const work = async (name: string) => {
      for (let part = 1; part <= 3; part += 1) {
        await turn.next();
        done.push(`${name}${part}`);
      }
    };
    const all = Promise.all(['a', 'b', 'c'].map(work));
    const atRounds: number[] = [];
    while (done.length < 9) {
      await round();
      atRounds.push(done.length);
    }
    await all;
    expect(done).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
    expect(Math.max(...atRounds.map((count, index) => count - (atRounds[index - 1] ?? 0)))).toBe(1);
  });

  test('a long response pauses only while another long response waits', async () => {
    let now = 0;
    const turn = createTurns(() => now);
    let done = 0;
    const work = async () => {
      for (; done < 20; done += 1) {
        await turn.next();
        // The work appears to take more than a day. If the pause afterwards were as long, the test would take days.
        now += 100_000_000;
      }
    };
    await work();
    expect(done).toBe(20);
  });

  test('a long response that waits too long for its first turn fails as unavailable, but a response that has started does not', async () => {
    let now = 0;
    const turn = createTurns(() => now, 10);
    const others = [turn.next(), turn.next(), turn.next()];
    const first = turn.first();
    await others[0];
    // This turn takes 20 ms. Because another response waits, a pause of 40 ms follows.
    now += 20;
    await expect(first).rejects.toMatchObject({
      code: 'unavailable',
      details: { headers: { 'Retry-After': '5' } },
    });
    await Promise.all(others);
    await turn.first();
  });
});

const rows = (...lengths: number[]) => lengths.map((length) => new Uint8Array(length));

describe('the next batch of a list without pages', () => {
  test.each([
    ['small rows', rows(300, 500, 200), batchRows],
    ['rows that each have 1/8 of the size of a batch', rows(batchBytes / 8, batchBytes / 8), 8],
    ['one large row among small rows', rows(100, batchBytes / 2, 100), 2],
    ['one row larger than a batch', rows(16_000_000), 1],
    ['no rows', rows(), batchRows],
  ])(
    'a list without pages derives the number of rows in its next batch from the row sizes of the last batch: %s',
    (_after, last, expected) => {
      expect(nextBatchRows(last)).toBe(expected);
    },
  );
});
