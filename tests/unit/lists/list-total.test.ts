import { describe, expect, test } from '@jest/globals';
import { createRecentTotals, exactUpTo } from '#shared/lists/list-total.ts';

/** A list of `size` matches that counts how often it was counted, with and without a limit. */
function counted(size: number) {
  const list = { size, bounded: 0, whole: 0 };
  const count = (limit: number | null) => {
    if (limit === null) list.whole += 1;
    else list.bounded += 1;
    return Promise.resolve(limit === null ? list.size : Math.min(list.size, limit));
  };
  return { list, count };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a total', () => {
  test('of few is exact at every asking, and never counted beyond the bound', async () => {
    const { list, count } = counted(exactUpTo);
    const totals = createRecentTotals(() => 0);
    expect(await totals.total('few', count)).toEqual({ count: exactUpTo, asOf: null });
    list.size = 3;
    expect(await totals.total('few', count)).toEqual({ count: 3, asOf: null });
    expect(list).toMatchObject({ bounded: 2, whole: 0 });
  });

  test('of many is counted once in five seconds, and says of when it is', async () => {
    const { list, count } = counted(exactUpTo + 1);
    let now = Date.parse('2026-05-01T10:00:00.000Z');
    const totals = createRecentTotals(() => now);
    const first = { count: exactUpTo + 1, asOf: '2026-05-01T10:00:00.000Z' };
    expect(await totals.total('many', count)).toEqual(first);
    list.size = 50_000;
    now += 2000;
    expect(await totals.total('many', count)).toEqual(first);
    expect(list.whole).toBe(1);
  });

  test('of many that is still asked for is counted again before it is too old', async () => {
    const { list, count } = counted(20_000);
    let now = Date.parse('2026-05-01T10:00:00.000Z');
    const totals = createRecentTotals(() => now);
    await totals.total('many', count);
    list.size = 30_000;
    now += 3000;
    expect((await totals.total('many', count)).count).toBe(20_000);
    await settled();
    now += 1000;
    expect(await totals.total('many', count)).toEqual({ count: 30_000, asOf: '2026-05-01T10:00:03.000Z' });
  });

  test('is never older than five seconds', async () => {
    const { list, count } = counted(20_000);
    let now = 0;
    const totals = createRecentTotals(() => now);
    await totals.total('many', count);
    list.size = 40_000;
    now += 5001;
    expect(await totals.total('many', count)).toEqual({ count: 40_000, asOf: new Date(5001).toISOString() });
    list.size = 7;
    now += 5001;
    expect(await totals.total('many', count)).toEqual({ count: 7, asOf: null });
  });

  test('of one question is not that of another', async () => {
    const totals = createRecentTotals(() => 0);
    expect((await totals.total('a', counted(20_000).count)).count).toBe(20_000);
    expect((await totals.total('b', counted(30_000).count)).count).toBe(30_000);
  });
});
