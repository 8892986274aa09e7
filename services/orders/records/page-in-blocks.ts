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

/**
 * Returns the block in which a page starts, and the number of orders to skip in this block. If the highest ids come first, the
 * skipped orders are those at the block's end. Returns null if the list ends before the page begins.
 */
export function pageStart(
  counts: readonly number[],
  { skip, descending }: { skip: number; descending: boolean },
): { block: number; skip: number } | null {
  let left = skip;
  for (let passed = 0; passed < counts.length; passed += 1) {
    const block = descending ? counts.length - 1 - passed : passed;
    const count = counts[block] ?? 0;
    if (left < count) return { block, skip: left };
    left -= count;
  }
  return null;
}
