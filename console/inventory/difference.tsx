import { useFormat } from '../format/use-format.ts';
import { Code } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { countedUnits, differenceOf, type StockCount } from './stock-count.ts';
import { inventoryTexts } from './texts.ts';

export function Difference({ count }: { count: StockCount }) {
  const t = useTexts(inventoryTexts);
  const { number } = useFormat();
  const difference = differenceOf(count);
  if (difference === undefined) {
    const begins = count.seen?.stock === null && countedUnits(count.typed) !== undefined;
    return begins ? t('beginsTracking') : '—';
  }
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return (
    <span className="count-difference" data-less={difference < 0}>
      <Code>{`${sign}${number(Math.abs(difference))}`}</Code>
    </span>
  );
}
