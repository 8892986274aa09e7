import type { PriceChange } from '#shared/contracts/endpoints/price-change.ts';
import { parseDecimal } from '#shared/contracts/schema-kit/money.ts';

/** The price after a change. Both prices are in minor units, and the result may be negative. */
export function changedPrice(price: number, change: PriceChange): number {
  if ('set' in change) return change.set;
  if ('by' in change) return price + change.by;
  const decimal = parseDecimal(change.percent);
  if (!decimal) throw new TypeError(`${String(change.percent)} is no percentage`);
  const { digits, negative, scale } = decimal;
  const whole = 100n * 10n ** BigInt(scale);
  return Number(halfUp(BigInt(price) * (whole + (negative ? -digits : digits)), whole));
}

/** Rounds the quotient half up; the dividend must not be negative. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
