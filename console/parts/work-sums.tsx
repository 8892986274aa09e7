import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import type { OperationRecord } from '../data/use-operation.ts';
import { useFormat } from '../format/use-format.ts';
import { useTexts } from '../texts/language.tsx';
import { operationTexts } from './operation-texts.ts';

interface SumsProps {
  sums: OperationRecord['sums'] | undefined;
}

export function WorkSums({ sums }: SumsProps) {
  const t = useTexts(operationTexts);
  const { money, number } = useFormat();
  if (!sums || (sums.total === 0 && sums.stock === 0)) return null;
  const moves = [
    ['stockBack', sums.stock],
    ['stockTaken', -sums.stock],
  ] as const;
  const said = moves.filter(([, units]) => units > 0).map(([key, units]) => t(key, { count: number(units) }));
  const { paid = 0 } = sums;
  const payments = [
    ...(paid > 0 ? [t('recordedAsPaid', { amount: money(paid) })] : []),
    ...(paid < 0 ? [t('voided', { amount: money(-paid) })] : []),
  ];
  return <Text>{[t('worth', { amount: money(sums.total) }), ...payments, ...said].join(' · ')}</Text>;
}

export function StockSums({ sums }: SumsProps) {
  const t = useTexts(operationTexts);
  const { number } = useFormat();
  if (!sums || sums.products.length === 0) return null;
  return (
    <details>
      <summary>{t('stockOfEach')}</summary>
      <ul>
        {sums.products.map(({ product_id: id, stock }) => (
          <li key={id}>
            <Anchor component={Link} href={`/catalogue/products/${id}`}>
              {t('product', { id: String(id) })}
            </Anchor>{' '}
            <bdi className="figure">{`${stock > 0 ? '+' : '−'}${number(Math.abs(stock))}`}</bdi>
          </li>
        ))}
      </ul>
    </details>
  );
}
