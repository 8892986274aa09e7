import { typedNumber } from '../format/typed-number.ts';

/** The count of one product in a stocktake, as staff typed it. */
export interface StockCount {
  name: string;
  typed: string;
  /** The recorded stock when the count began. Undefined until it is read. */
  seen?: { stock: number | null; etag: string | undefined };
}

export type StockCounts = Readonly<Record<number, StockCount>>;

const most = 1_000_000_000;

/** The number of units that staff typed. Undefined if the text is not a whole number of 0 or more. */
export function countedUnits(typed: string): number | undefined {
  const number = typedNumber(typed);
  const isCount = typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= most;
  return isCount ? number : undefined;
}

/**
 * The counted stock minus the recorded stock. Undefined if the count is not a number, or the stock is not tracked or not read
 * yet.
 */
export function differenceOf({ typed, seen }: StockCount): number | undefined {
  const counted = countedUnits(typed);
  if (counted === undefined || seen === undefined || seen.stock === null) return undefined;
  return counted - seen.stock;
}

export function withCount(counts: StockCounts, id: number, count: StockCount): StockCounts {
  if (count.typed.trim() !== '') return { ...counts, [id]: count };
  return withoutCount(counts, id);
}

export function withoutCount(counts: StockCounts, id: number): StockCounts {
  const { [id]: _removed, ...others } = counts;
  return others;
}
