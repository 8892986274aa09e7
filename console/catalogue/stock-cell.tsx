import type { StockRow } from '#clients/typescript/src/main.ts';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { catalogueTexts } from './texts.ts';

/** Shows a product's stock. `stock` is null when the product's stock is not counted, and undefined while loading. */
export function StockCell({ stock: row }: { stock: StockRow | null | undefined }) {
  const t = useTexts(catalogueTexts);
  const { number } = useFormat();
  if (row === undefined) return <span aria-hidden>…</span>;
  if (typeof row?.stock !== 'number') return <span className="dimmed">{t('notCounted')}</span>;
  const { stock, low } = row;
  return (
    <bdi className="stock figure" data-sold-out={stock === 0} data-low={low}>
      {stock === 0 ? t('soldOut') : number(stock)}
      {low && stock > 0 && ` · ${t('lowStock')}`}
    </bdi>
  );
}
