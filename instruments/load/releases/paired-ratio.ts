/** Two rates that were measured one right after the other, so that the machine was in the same state. */
export interface RatePair {
  old: number;
  new: number;
}

interface RatioInterval {
  pairs: number;
  /** The geometric mean of new ÷ old. */
  ratio: number;
  /** The bounds of the mean's 95 % confidence interval. */
  lower: number;
  upper: number;
}

const fewestPairs = 3;

/**
 * The ratio of the new rate to the old rate, by a paired t-test on log ratios. With d = ln(new / old) of each of n pairs, the
 * interval is exp(mean(d) ± t(0.975, n − 1) · sd(d) / √n).
 */
export function ratioInterval(pairs: readonly RatePair[]): RatioInterval {
  const n = pairs.length;
  if (n < fewestPairs) throw new Error(`at least ${fewestPairs} pairs are needed, but there are only ${n}`);
  const logRatios = pairs.map((pair) => Math.log(pair.new / pair.old));
  if (!logRatios.every(Number.isFinite)) throw new Error('A rate must be above 0');
  const mean = sum(logRatios) / n;
  const variance = sum(logRatios.map((logRatio) => (logRatio - mean) ** 2)) / (n - 1);
  const half = studentQuantile(n - 1) * Math.sqrt(variance / n);
  return { pairs: n, ratio: Math.exp(mean), lower: Math.exp(mean - half), upper: Math.exp(mean + half) };
}

/** The 0.975 quantile of the standard normal distribution. */
const z = 1.959963984540054;

/**
 * The 0.975 quantile of Student's t by an expansion about the normal quantile (Abramowitz and Stegun, 26.7.5). The error is less
 * than 0.8 % for two degrees of freedom. From five degrees on, it is less than 0.02 %.
 */
export function studentQuantile(degreesOfFreedom: number): number {
  const terms = [
    z,
    (z ** 3 + z) / 4,
    (5 * z ** 5 + 16 * z ** 3 + 3 * z) / 96,
    (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / 384,
    (79 * z ** 9 + 776 * z ** 7 + 1482 * z ** 5 - 1920 * z ** 3 - 945 * z) / 92_160,
  ];
  return sum(terms.map((term, power) => term / degreesOfFreedom ** power));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
