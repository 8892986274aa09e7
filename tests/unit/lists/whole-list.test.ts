import { describe, expect, test } from '@jest/globals';
import { batchBytes, batchRows, nextBatchRows } from '#shared/engine/lists/whole-list.ts';

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
