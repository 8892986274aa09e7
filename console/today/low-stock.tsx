import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { adminInventoryList, type StockRow } from '#clients/typescript/src/main.ts';
import { isEmpty, useList } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { todayTexts } from './texts.ts';

const shown = 8;
const query = { paginate: 'cursor', per_page: shown, sort: 'stock', filters: { low: true } } as const;

export function LowStock() {
  const t = useTexts(todayTexts);
  const list = useList(['inventory'], query, adminInventoryList, { isPolled: true });
  const columns = useColumns();
  const { rows } = list;
  if (list.isLoading || isEmpty(list)) return null;
  return (
    <Section
      title={t('lowStock')}
      gap="sm"
      aside={
        <Anchor component={Link} href="/inventory?filters[status]=low">
          {t('inInventory')}
        </Anchor>
      }
    >
      <LoadState of={list} label={t('lowStock')} size="sm" />
      {rows.length > 0 && (
        <DataTable caption={t('lowStock')} columns={columns} rows={rows} idOf={({ product_id: id }) => id} />
      )}
    </Section>
  );
}

function useColumns(): readonly Column<StockRow>[] {
  const t = useTexts(todayTexts);
  const { number } = useFormat();
  return [
    {
      key: 'product',
      title: t('product'),
      isPlain: true,
      cell: ({ product_id: id, name }) => (
        <Anchor component={Link} href={`/catalogue/products/${id}`}>
          <Name>{name}</Name>
        </Anchor>
      ),
    },
    { key: 'left', title: t('left'), isFigure: true, isPlain: true, cell: ({ stock }) => number(stock ?? 0) },
    {
      key: 'mark',
      title: t('mark'),
      isFigure: true,
      isPlain: true,
      cell: ({ low_stock_at: mark }) => number(mark ?? 0),
    },
  ];
}
