/** A decimal number exactly as it was written: digits × 10^-scale. */
interface Decimal {
  negative: boolean;
  /** The digits, without leading zeros and without trailing zeros after the point. */
  digits: bigint;
  scale: number;
}

const spelling = /^([+-]?)(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,3}))?$/i;
const longestText = 64;

/** Parses a JSON number or its text (`12.50`, `1e3`); null for anything else, including NaN, Infinity and hex. */
export function parseDecimal(value: unknown): Decimal | null {
  if (typeof value === 'number') return Number.isFinite(value) ? parseDecimal(String(value)) : null;
  if (typeof value !== 'string' || value.length > longestText) return null;
  const match = spelling.exec(value.trim());
  if (!match) return null;
  const [, sign = '', mantissa = '', exponent = '0'] = match;
  const [whole = '', fraction = ''] = mantissa.split('.');
  let digits = BigInt(whole + fraction || '0');
  let scale = fraction.length - Number(exponent);
  if (scale < 0) {
    digits *= 10n ** BigInt(-scale);
    scale = 0;
  }
  while (scale > 0 && digits % 10n === 0n) {
    digits /= 10n;
    scale -= 1;
  }
  return { negative: sign === '-' && digits > 0n, digits, scale };
}

export function exceeds({ digits, scale }: Decimal, limit: number): boolean {
  return Number(digits) / 10 ** scale > limit;
}

/** Rounds the quotient half up; the dividend must not be negative. */
export function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/** Converts to whole minor units. The caller must check that the number has no more than this many decimals. */
export function toMinorUnits(decimal: Decimal, decimals: number): bigint {
  const minor = (decimal.digits * 10n ** BigInt(decimals)) / 10n ** BigInt(decimal.scale);
  return decimal.negative ? -minor : minor;
}

/** Minor units as the JSON number that the contract shows, in shortest form: 1250 → 12.5. */
export function toMajor(minor: number, decimals: number): number {
  // In damaged data, the amount may be a text, which would be shown as null or as a wrong number.
  if (!Number.isFinite(minor)) throw new TypeError(`${String(minor)} is not an amount of money`);
  return minor / 10 ** decimals;
}

/** The inverse of `toMajor`: 12.5 → 1250. */
export function fromMajor(major: number, decimals: number): number {
  return Math.round(major * 10 ** decimals);
}

export function currencyDecimals(currency: string): number {
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  );
}
