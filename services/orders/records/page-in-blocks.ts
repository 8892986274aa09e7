/** Counts of orders from one snapshot. A block is a range of consecutive order ids. */
export interface BlockCounts {
  /** For each counted block, the number of its orders. Sorted by the ids of the blocks. */
  counts: readonly number[];
  /** The index of the last counted block. -1: there is none. */
  last: number;
  total: number;
}

/** The number of orders outside counted blocks. Null if the count of a block is missing, or if the counts exceed the total. */
export function beyondBlocks({ counts, last, total }: BlockCounts): number | null {
  if (last !== counts.length - 1) return null;
  const beyond = total - counts.reduce((sum, count) => sum + count, 0);
  return beyond < 0 ? null : beyond;
}

/** Where a page starts: after `skip` orders of a block. If the highest ids come first, `skip` counts from the block's end. */
interface PageStart {
  block: number;
  skip: number;
}

/** Returns null if the list ends before the page begins. */
export function pageStart(
  counts: readonly number[],
  { skip, descending }: { skip: number; descending: boolean },
): PageStart | null {
  let left = skip;
  for (let passed = 0; passed < counts.length; passed += 1) {
    const block = descending ? counts.length - 1 - passed : passed;
    const count = counts[block] ?? 0;
    if (left < count) return { block, skip: left };
    left -= count;
  }
  return null;
}
