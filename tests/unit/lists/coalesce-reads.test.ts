import { describe, expect, test } from '@jest/globals';
import { createReadCoalescer } from '#shared/engine/lists/find-list.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A read that the test ends manually. `begun` lists the started reads. */
function slowRead() {
  const begun: { end: (found: number) => void; fail: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<number>((resolve, reject) => {
      begun.push({ end: resolve, fail: reject });
    });
  return { begun, read };
}

describe('a read that several callers share', () => {
  test('callers that request a database read while the same read runs wait for its end, and then share one new read', async () => {
    const { begun, read } = slowRead();
    const coalesce = createReadCoalescer();
    const first = coalesce('all', read);
    await settled();
    const [second, third] = [coalesce('all', read), coalesce('all', read)];
    await settled();
    expect(begun.length).toBe(1);
    begun[0]?.end(1);
    expect(await first).toBe(1);
    await settled();
    expect(begun.length).toBe(2);
    const fourth = coalesce('all', read);
    begun[1]?.end(2);
    expect(await Promise.all([second, third])).toEqual([2, 2]);
    await settled();
    begun[2]?.end(3);
    expect(await fourth).toBe(3);
    expect(begun.length).toBe(3);
  });

  test('a database read begins immediately if no read with the same key runs, and its result is not shared with requests for another key', async () => {
    const { begun, read } = slowRead();
    const coalesce = createReadCoalescer();
    const asked = [coalesce('all', read), coalesce('some', read)];
    await settled();
    expect(begun.length).toBe(2);
    begun[0]?.end(5);
    begun[1]?.end(4);
    expect(await Promise.all(asked)).toEqual([5, 4]);
    await settled();
    void coalesce('all', read);
    await settled();
    expect(begun.length).toBe(3);
  });

  test('a failed database read rejects only the callers that share it, not those that requested the same read while it ran', async () => {
    const { begun, read } = slowRead();
    const coalesce = createReadCoalescer();
    const first = coalesce('all', read);
    await settled();
    const second = coalesce('all', read);
    begun[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await settled();
    begun[1]?.end(8);
    expect(await second).toBe(8);
  });
});
