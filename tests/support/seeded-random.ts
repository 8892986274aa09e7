export interface Random {
  /** A number x with 0 ≤ x < 1. */
  next: () => number;
  /** An integer from 0 to `limit` - 1. */
  below: (limit: number) => number;
  between: (least: number, most: number) => number;
  chance: (probability: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
  shuffled: <T>(items: readonly T[]) => T[];
  /**
   * A new source, seeded from this one. If each actor has its own source, the timing of the actors does not
   * change their values.
   */
  fork: () => Random;
}

/** Pseudo-random numbers determined by the seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    chance: (probability) => next() < probability,
    pick: (from) => {
      const item = from[below(from.length)];
      if (item === undefined) throw new Error('There is nothing to pick from');
      return item;
    },
    shuffled: (items) => {
      const left = [...items];
      return items.map(() => left.splice(below(left.length), 1)[0] as (typeof items)[number]);
    },
    fork: () => seededRandom(below(2 ** 31)),
  };
}
