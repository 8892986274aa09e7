/** The maximum number of items and bytes in a portion. */
export interface PortionLimit {
  count: number;
  bytes: number;
}

/** Cuts a list, in order, into portions within this limit; a larger item is a portion of its own. */
export function inPortions<Item>(
  items: readonly Item[],
  limit: PortionLimit,
  bytesOf: (item: Item) => number,
): Item[][] {
  const portions: Item[][] = [];
  let portion: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const more = bytesOf(item);
    if (portion.length > 0 && (portion.length >= limit.count || bytes + more > limit.bytes)) {
      portions.push(portion);
      [portion, bytes] = [[], 0];
    }
    portion.push(item);
    bytes += more;
  }
  return portion.length > 0 ? [...portions, portion] : portions;
}
