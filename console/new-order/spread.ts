/**
 * Splits a whole number in proportion to the weights. The parts with the largest remainders get the units that are left, and ties
 * go to the first. If all weights are 0, the first part gets the whole number.
 */
export function spread(whole: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_, index) => (index === 0 ? whole : 0));
  const parts = weights.map((weight, index) => {
    const product = BigInt(whole) * BigInt(weight);
    return { index, share: product / sum, rest: product % sum };
  });
  const left = whole - Number(parts.reduce((total, { share }) => total + share, 0n));
  const first = new Set(
    parts
      .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
      .slice(0, left)
      .map(({ index }) => index),
  );
  return parts.map(({ index, share }) => Number(share) + (first.has(index) ? 1 : 0));
}
