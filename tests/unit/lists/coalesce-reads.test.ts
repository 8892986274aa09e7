import { describe, expect, test } from '@jest/globals';
import { createSharedReads } from '#shared/lists/coalesce-reads.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A read that ends when it is told to, and how many have begun. */
function slowRead() {
  const begun: { end: (found: number) => void; fail: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      begun.push({ end: resolve, fail: reject });
    });
  return { begun, read };
}

describe('a shared read', () => {
  test('begins after each of those whom it answers has asked', async () => {
    const { begun, read } = slowRead();
    const shared = createSharedReads();
    const first = shared('all', read);
    const [second, third] = [shared('all', read), shared('all', read)];
    expect(begun.length).toBe(1);
    begun[0]?.end(1);
    expect(await first).toBe(1);
    await settled();
    expect(begun.length).toBe(2);
    const fourth = shared('all', read);
    begun[1]?.end(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    await settled();
    begun[2]?.end(3);
    expect(await fourth).toBe(3);
    expect(begun.length).toBe(3);
  });

  test('is asked for at once when none is under way, and by nobody for another list', async () => {
    const { begun, read } = slowRead();
    const shared = createSharedReads();
    const asked = [shared('all', read), shared('some', read)];
    expect(begun.length).toBe(2);
    begun[0]?.end(5);
    begun[1]?.end(4);
    expect(await Promise.all(asked)).toEqual([5, 4]);
    await settled();
    void shared('all', read);
    expect(begun.length).toBe(3);
  });

  test('that fails, fails for those who waited for it and for nobody after', async () => {
    const { begun, read } = slowRead();
    const shared = createSharedReads();
    const first = shared('all', read);
    const second = shared('all', read);
    begun[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    begun[1]?.end(8);
    expect(await second).toBe(8);
  });
});
