import { describe, expect, test } from '@jest/globals';
import { createRecentTotals, exactUpTo } from '#shared/engine/lists/totals.ts';

/** A list with `size` matches that records how often it was counted, with and without a limit. */
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

describe('the total of a list', () => {
  test('the total of a short list is counted on every request, and the count stops at the limit up to which a list is short', async () => {
    const { list, count } = counted(exactUpTo);
    const total = createRecentTotals(() => 0);
    expect(await total('few', count)).toEqual({ count: exactUpTo, asOf: null });
    list.size = 3;
    expect(await total('few', count)).toEqual({ count: 3, asOf: null });
    expect(list).toMatchObject({ bounded: 2, whole: 0 });
  });

  test('the total of a long list is counted at most once in five seconds, and is returned with the time of this count', async () => {
    const { list, count } = counted(exactUpTo + 1);
    let now = Date.parse('2026-05-01T10:00:00.000Z');
    const total = createRecentTotals(() => now);
    const first = { count: exactUpTo + 1, asOf: '2026-05-01T10:00:00.000Z' };
    expect(await total('many', count)).toEqual(first);
    list.size = 50_000;
    now += 2000;
    expect(await total('many', count)).toEqual(first);
    expect(list.whole).toBe(1);
  });

  test('the total of a long list is recounted in the background if it is requested shortly before it expires', async () => {
    const { list, count } = counted(20_000);
    let now = Date.parse('2026-05-01T10:00:00.000Z');
    const total = createRecentTotals(() => now);
    await total('many', count);
    list.size = 30_000;
    now += 4000;
    expect((await total('many', count)).count).toBe(20_000);
    await settled();
    now += 1000;
    expect(await total('many', count)).toEqual({ count: 30_000, asOf: '2026-05-01T10:00:04.000Z' });
  });

  test('the total of a list is never from a count more than five seconds ago', async () => {
    const { list, count } = counted(20_000);
    let now = 0;
    const total = createRecentTotals(() => now);
    await total('many', count);
    list.size = 40_000;
    now += 5001;
    expect(await total('many', count)).toEqual({ count: 40_000, asOf: new Date(5001).toISOString() });
    list.size = 7;
    now += 5001;
    expect(await total('many', count)).toEqual({ count: 7, asOf: null });
  });

  test('the totals of two different list queries are counted and stored separately', async () => {
    const total = createRecentTotals(() => 0);
    expect((await total('a', counted(20_000).count)).count).toBe(20_000);
    expect((await total('b', counted(30_000).count)).count).toBe(30_000);
  });

  test('the total of a long list is counted once for several concurrent requests', async () => {
    const { list, count } = counted(20_000);
    const total = createRecentTotals(() => 0);
    const totals = await Promise.all([total('many', count), total('many', count), total('many', count)]);
    expect(totals.map((one) => one.count)).toEqual([20_000, 20_000, 20_000]);
    expect(list.whole).toBe(1);
  });

  test('if recounting the total of a long list fails, the last count is served until it expires', async () => {
    const { count } = counted(20_000);
    let now = 0;
    const total = createRecentTotals(() => now);
    await total('many', count);
    now += 3000;
    const failing = () => Promise.reject(new Error('away'));
    const last = { count: 20_000, asOf: new Date(0).toISOString() };
    expect(await total('many', failing)).toEqual(last);
    await settled();
    expect(await total('many', failing)).toEqual(last);
    now += 3000;
    await expect(total('many', failing)).rejects.toThrow('away');
  });

  test('every concurrent list query gets its own total, even if there are more queries than the cache can store', async () => {
    const total = createRecentTotals(() => 0);
    const sizes = Array.from({ length: 1500 }, (_, index) => 20_000 + index);
    const totals = await Promise.all(sizes.map((size) => total(String(size), counted(size).count)));
    expect(totals.map((one) => one.count)).toEqual(sizes);
  });
});
