import { useEffect, useState } from 'react';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { catalogueTexts } from './texts.ts';
import { useStock } from './use-stock.ts';

const restMs = 300;

/** What is left of a product. Who turns page after page asks for the stock of none of them. */
export function StockCell({ product }: { product: number }) {
  const t = useTexts(catalogueTexts);
  const { number } = useFormat();
  const [rests, setRests] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), restMs);
    return () => clearTimeout(timer);
  }, []);
  const { record } = useStock(product, { enabled: rests });
  if (record === undefined) return <span aria-hidden>…</span>;
  const { stock } = record;
  if (stock === null) return <span className="dimmed">{t('notCounted')}</span>;
  return (
    <bdi className="stock figure" data-sold-out={stock === 0}>
      {stock === 0 ? t('soldOut') : number(stock)}
    </bdi>
  );
}
