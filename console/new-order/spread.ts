/**
 * Spreads a whole number over weights: the largest remainders get the units that are left, ties go to the first. Without any
 * weight, all of it goes to the first.
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
