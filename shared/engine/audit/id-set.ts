const bitsPerPart = 8192;

/** A compact set of ids: one bit per id, because ids are issued consecutively. */
export interface IdSet {
  /** Returns false if the set already contains the id. */
  add: (id: number) => boolean;
  has: (id: number) => boolean;
}

export function createIdSet(): IdSet {
  const parts = new Map<number, Uint8Array>();
  const at = (id: number) => {
    const part = Math.floor(id / bitsPerPart);
    const bit = id - part * bitsPerPart;
    return { part, byte: bit >> 3, mask: 1 << (bit & 7) };
  };
  const has = (id: number): boolean => {
    const { part, byte, mask } = at(id);
    return ((parts.get(part)?.[byte] ?? 0) & mask) !== 0;
  };
  return {
    has,
    add: (id) => {
      if (has(id)) return false;
      const { part, byte, mask } = at(id);
      const bits = parts.get(part) ?? new Uint8Array(bitsPerPart / 8);
      parts.set(part, bits);
      bits[byte] = (bits[byte] ?? 0) | mask;
      return true;
    },
  };
}
