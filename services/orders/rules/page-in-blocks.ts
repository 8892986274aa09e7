/** What is known, at one moment, of how many orders each block of ids has. */
export interface BlockCounts {
  /** Of the blocks that are counted, the lowest ids first. */
  counts: readonly number[];
  /** The last of these blocks; -1 while there is none. */
  last: number;
  /** How many orders there are in all. */
  total: number;
}

/**
 * How many orders are in blocks that are not counted yet, if those that are counted are right; null: they are not, for one
 * among them is missing, or they have more than there are.
 */
export function beyondBlocks({ counts, last, total }: BlockCounts): number | null {
  if (last !== counts.length - 1) return null;
  const beyond = total - counts.reduce((sum, count) => sum + count, 0);
  return beyond < 0 ? null : beyond;
}

/** Where a page begins: so many are to be skipped within a block, from its upper end when the highest ids come first. */
export interface PageStart {
  block: number;
  skip: number;
}

/** Null: there are no more than are skipped. */
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
