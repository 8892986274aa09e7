/** The number of orders in each block of ids, and of all orders, read at one moment. */
export interface BlockCounts {
  /** Orders in each counted block, lowest ids first. */
  counts: readonly number[];
  /** The last counted block; -1 while there is none. */
  last: number;
  /** How many orders there are in all. */
  total: number;
}

/**
 * How many orders are in blocks that are not counted yet. Null if the counts are wrong: a block among them is missing, or they
 * add up to more than all orders.
 */
export function beyondBlocks({ counts, last, total }: BlockCounts): number | null {
  if (last !== counts.length - 1) return null;
  const beyond = total - counts.reduce((sum, count) => sum + count, 0);
  return beyond < 0 ? null : beyond;
}

/** Where a page begins: after `skip` orders of a block, counted from its upper end when the highest ids come first. */
export interface PageStart {
  block: number;
  skip: number;
}

/** Null: the list ends before the page begins. */
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
