export interface PortionLimit {
  count: number;
  bytes: number;
}

/** Keeps the order. An item larger than the limit is a portion of its own. */
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
