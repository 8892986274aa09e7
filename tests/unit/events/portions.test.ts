import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { inPortions } from '#shared/engine/events/event-log.ts';

const sizeOf = (size: number) => size;
const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
const sizes = fc.array(fc.nat({ max: 40 }));

test('splitting a list into portions keeps every item in its original sequence', () => {
  fc.assert(
    fc.property(sizes, (all) => {
      expect(inPortions(all, { count: 3, bytes: 50 }, sizeOf).flat()).toEqual(all);
    }),
  );
});

test('a portion of a list never exceeds the limit of items, and exceeds the size limit only with a single item', () => {
  const limit = { count: 3, bytes: 30 };
  fc.assert(
    fc.property(sizes, (all) => {
      for (const portion of inPortions(all, limit, sizeOf)) {
        expect(portion.length).toBeGreaterThan(0);
        expect(portion.length).toBeLessThanOrEqual(limit.count);
        if (portion.length > 1) expect(sum(portion)).toBeLessThanOrEqual(limit.bytes);
      }
    }),
  );
});

test('a list is split into a new portion only if the next item does not fit into the current portion', () => {
  const limit = { count: 3, bytes: 30 };
  fc.assert(
    fc.property(sizes, (all) => {
      const portions = inPortions(all, limit, sizeOf);
      for (const [index, portion] of portions.slice(0, -1).entries()) {
        const [next = 0] = portions[index + 1] ?? [];
        expect(portion.length === limit.count || sum(portion) + next > limit.bytes).toBe(true);
      }
    }),
  );
});
