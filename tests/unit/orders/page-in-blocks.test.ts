import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beyondBlocks, pageStart } from '#services/orders/records/page-in-blocks.ts';

const counts = fc.array(fc.oneof(fc.constant(0), fc.nat(5)), { maxLength: 12 });

/** Every position in a list with these blocks, in the sequence of the list. */
function places(of: readonly number[], descending: boolean): { block: number; skip: number }[] {
  const blocks = of.map((count, block) => Array.from({ length: count }, (_, skip) => ({ block, skip })));
  return (descending ? blocks.reverse() : blocks).flat();
}

describe('the start of a page among counts per block of ids', () => {
  test('the first order of a list page is located by its block of ids and its offset in this block, in both sort directions', () => {
    fc.assert(
      fc.property(counts, fc.nat(70), fc.boolean(), (of, skip, descending) => {
        expect(pageStart(of, { skip, descending })).toEqual(places(of, descending)[skip] ?? null);
      }),
    );
  });

  test('a list page never starts in a block of ids whose orders were all deleted', () => {
    expect(pageStart([2, 0, 0, 3], { skip: 2, descending: false })).toEqual({ block: 3, skip: 0 });
    expect(pageStart([2, 0, 0, 3], { skip: 3, descending: true })).toEqual({ block: 0, skip: 0 });
    expect(pageStart([2, 0, 3, 0], { skip: 1, descending: true })).toEqual({ block: 2, skip: 1 });
    expect(pageStart([2, 0, 0, 3], { skip: 5, descending: true })).toBeNull();
  });
});

describe('counts per block of ids', () => {
  test('the number of orders after the last counted block of ids is the total minus the numbers of orders in all counted blocks', () => {
    expect(beyondBlocks({ counts: [4, 7], last: 1, total: 14 })).toBe(3);
    expect(beyondBlocks({ counts: [4, 7], last: 1, total: 11 })).toBe(0);
    expect(beyondBlocks({ counts: [], last: -1, total: 5 })).toBe(5);
  });

  test('the order list ignores the stored numbers of orders per block of ids if their sum exceeds the total or a block’s number is missing', () => {
    expect(beyondBlocks({ counts: [4, 7], last: 1, total: 10 })).toBeNull();
    expect(beyondBlocks({ counts: [4, 7], last: 2, total: 14 })).toBeNull();
    expect(beyondBlocks({ counts: [7], last: 1, total: 14 })).toBeNull();
  });
});
