import { expect, test } from '@jest/globals';
import { pauseAfterFailures } from '#services/orders/audit/storage/compare-copies.ts';

test('after each failed comparison of the orders service’s product copies with the catalog, the pause before the next try doubles, up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 20].map(pauseAfterFailures)).toEqual([
    2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000,
  ]);
});
