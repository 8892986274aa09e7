import { describe, expect, test } from '@jest/globals';

import { median } from '#instruments/load/percentile.ts';
import { ratioInterval, studentQuantile, type RatePair } from '#instruments/load/releases/paired-ratio.ts';

const pairs = (ratios: readonly number[], old = 100): RatePair[] =>
  ratios.map((ratio) => ({ old, new: old * ratio }));

describe('ratioInterval', () => {
  test('the confidence interval of two releases’ speed ratio is a single value if every pair of measurements has the same ratio', () => {
    const interval = ratioInterval(pairs([0.9, 0.9, 0.9, 0.9]));
    expect(interval.pairs).toBe(4);
    for (const bound of [interval.lower, interval.ratio, interval.upper]) expect(bound).toBeCloseTo(0.9, 12);
  });

  test('the confidence interval of two releases’ speed ratio equals that of a paired t-test on the logarithms of the ratios', () => {
    // The expected values were computed independently, with t(0.975, 4) = 2.7764 from a table.
    const { ratio, lower, upper } = ratioInterval(pairs([1.1, 0.9, 1.05, 1, 0.97]));
    expect(ratio).toBeCloseTo(1.00166, 4);
    expect(lower).toBeCloseTo(0.91076, 4);
    expect(upper).toBeCloseTo(1.10162, 4);
  });

  test('the confidence interval of two releases’ speed ratio depends only on the ratio in each pair, not on the measured speeds', () => {
    const ratios = [1.1, 0.9, 1.05];
    const uneven = ratios.map((ratio, index) => ({ old: 10 ** index, new: ratio * 10 ** index }));
    expect(ratioInterval(uneven).lower).toBeCloseTo(ratioInterval(pairs(ratios)).lower, 10);
  });

  test('the confidence interval of two releases’ speed ratio becomes its reciprocal if the two releases are swapped', () => {
    const ratios = [1.2, 0.9, 1.1, 1.05];
    const [there, back] = [
      ratioInterval(pairs(ratios)),
      ratioInterval(pairs(ratios.map((ratio) => 1 / ratio))),
    ];
    expect(back.ratio).toBeCloseTo(1 / there.ratio, 10);
    expect(back.lower).toBeCloseTo(1 / there.upper, 10);
  });

  test('the confidence interval of two releases’ speed ratio is narrower with more pairs of measurements of the same spread', () => {
    const few = ratioInterval(pairs([0.95, 1.05, 0.95, 1.05]));
    const many = ratioInterval(pairs(Array.from({ length: 6 }, () => [0.95, 1.05]).flat()));
    expect(many.upper - many.lower).toBeLessThan(few.upper - few.lower);
  });

  test('computing the confidence interval of a speed ratio fails with fewer than three pairs of measurements or a speed of zero', () => {
    expect(() => ratioInterval(pairs([1, 1]))).toThrow('3 pairs');
    expect(() => ratioInterval([...pairs([1, 1]), { old: 100, new: 0 }])).toThrow('above 0');
  });
});

describe('studentQuantile', () => {
  // The expected values are from a standard two-sided table for 95 %.
  test.each([
    [2, 4.3027, 0.008],
    [5, 2.5706, 0.0002],
    [11, 2.201, 0.0002],
    [23, 2.0687, 0.0002],
    [120, 1.9799, 0.0002],
  ])(
    'the 97.5 % quantile of Student’s t-distribution with %i degrees of freedom is %d',
    (degreesOfFreedom, expected, tolerance) => {
      expect(Math.abs(studentQuantile(degreesOfFreedom) / expected - 1)).toBeLessThan(tolerance);
    },
  );
});

describe('median', () => {
  test('the median of a list is its middle value or the mean of its two middle values, and an empty list is an error', () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(() => median([])).toThrow('An empty list');
  });
});
