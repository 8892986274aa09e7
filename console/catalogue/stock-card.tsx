import { Card, Group, Loader, Stack, Text, Title } from '@mantine/core';
import type { Inventory } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useFormat } from '../format/use-format.ts';
import { Badge } from '../parts/badge.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useTexts } from '../texts/language.tsx';
import { StockForms } from './stock-forms.tsx';
import { catalogueTexts } from './texts.ts';
import { useStock } from './use-stock.ts';

/** Shows how much of a product is available, with forms to count or receive stock. */
export function StockCard({ product }: { product: number }) {
  const t = useTexts(catalogueTexts);
  const { record, etag, problem, refresh } = useStock(product);
  const mayWrite = useMayWrite();
  return (
    <Card withBorder component="section" aria-labelledby="stock">
      <Stack>
        <Title order={2} size="h4" id="stock">
          {t('stock')}
        </Title>
        <ProblemAlert problem={problem} retry={() => void refresh()} />
        {record === undefined && problem === undefined && <Loader size="sm" aria-label={t('stock')} />}
        {record !== undefined && <Counts stock={record} />}
        {record !== undefined && mayWrite && <StockForms product={product} stock={record} etag={etag} />}
      </Stack>
    </Card>
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
      {low && <Badge tone="amber">{t('lowStock')}</Badge>}
      {stock === null && <Text c="dimmed">{t('notCountedMore')}</Text>}
    </Group>
  );
}
