import { describe, expect, test } from '@jest/globals';
import { createRecentTotals, createSharedCounts, exactUpTo } from '#shared/mongo/list-total.ts';

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

/** A count that ends when it is told to, and how many have begun. */
function slowCount() {
  const begun: { end: (count: number) => void; fail: (error: Error) => void }[] = [];
  const count = () =>
    new Promise<number>((resolve, reject) => {
      begun.push({ end: resolve, fail: reject });
    });
  return { begun, count };
}

describe('a shared count', () => {
  test('begins after each of those whom it answers has asked', async () => {
    const { begun, count } = slowCount();
    const shared = createSharedCounts();
    const first = shared('all', count);
    const [second, third] = [shared('all', count), shared('all', count)];
    expect(begun.length).toBe(1);
    begun[0]?.end(1);
    expect(await first).toBe(1);
    await settled();
    expect(begun.length).toBe(2);
    const fourth = shared('all', count);
    begun[1]?.end(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    await settled();
    begun[2]?.end(3);
    expect(await fourth).toBe(3);
    expect(begun.length).toBe(3);
  });

  test('is asked for at once when none is under way, and by nobody for another list', async () => {
    const { begun, count } = slowCount();
    const shared = createSharedCounts();
    const asked = [shared('all', count), shared('some', count)];
    expect(begun.length).toBe(2);
    begun[0]?.end(5);
    begun[1]?.end(4);
    expect(await Promise.all(asked)).toEqual([5, 4]);
    await settled();
    void shared('all', count);
    expect(begun.length).toBe(3);
  });

  test('that fails, fails for those who waited for it and for nobody after', async () => {
    const { begun, count } = slowCount();
    const shared = createSharedCounts();
    const first = shared('all', count);
    const second = shared('all', count);
    begun[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    begun[1]?.end(8);
    expect(await second).toBe(8);
  });
});
