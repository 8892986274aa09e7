import { Group, Text } from '@mantine/core';
import { adminInventoryRead, type Inventory } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { useFormat } from '../format/use-format.ts';
import { Badge } from '../parts/badge.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { Section } from '../parts/section.tsx';
import { useTexts } from '../texts/language.tsx';
import { StockForms } from './stock-forms.tsx';
import { catalogueTexts } from './texts.ts';

export function StockCard({ product }: { product: number }) {
  const t = useTexts(catalogueTexts);
  const stock = useRecord(
    ['inventory', product],
    (options) => adminInventoryRead({ ...options, path: { product } }),
    { isPolled: true },
  );
  const { record, etag } = stock;
  const mayWrite = useMayWrite();
  return (
    <Section title={t('stock')}>
      <LoadState of={stock} label={t('stock')} size="sm" />
      {record !== undefined && <Counts stock={record} />}
      {record !== undefined && mayWrite && <StockForms product={product} stock={record} etag={etag} />}
    </Section>
  );
}

function Counts({ stock: { stock, held, low_stock_at: mark, low } }: { stock: Inventory }) {
  const t = useTexts(catalogueTexts);
  const { number } = useFormat();
  const figure = (label: string, value: string) => (
    <div>
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fw={600} size="xl" className="figure">
        <bdi>{value}</bdi>
      </Text>
    </div>
  );
  return (
    <Group gap="xl">
      {figure(t('stockLeft'), stock === null ? t('notCounted') : number(stock))}
      {figure(t('stockHeld'), number(held))}
      {mark !== null && figure(t('lowStockAt'), number(mark))}
      {low && <Badge tone="amber">{t('low')}</Badge>}
      {stock === null && <Text c="dimmed">{t('notCountedMore')}</Text>}
    </Group>
  );
}
