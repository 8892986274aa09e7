/** The number of orders in each block of ids, and the number of all orders, from the same snapshot. */
export interface BlockCounts {
  /** The number of orders in each counted block, sorted by id. */
  counts: readonly number[];
  /** The index of the last counted block. -1: there is none. */
  last: number;
  /** The number of all orders. */
  total: number;
}

/**
 * The number of orders in blocks that are not counted yet. Null: the counts are wrong, because a block is missing or the counts add up
 * to more than all orders.
 */
export function beyondBlocks({ counts, last, total }: BlockCounts): number | null {
  if (last !== counts.length - 1) return null;
  const beyond = total - counts.reduce((sum, count) => sum + count, 0);
  return beyond < 0 ? null : beyond;
}

/** The start of a page, after `skip` orders of a block. If the highest ids come first, they are counted from the end of the block. */
export interface PageStart {
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
