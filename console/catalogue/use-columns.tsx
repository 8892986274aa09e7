import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link } from 'wouter';
import { adminInventoryList, type StockRow } from '#clients/typescript/src/main.ts';
import { useList } from '../data/use-list.ts';
import { useFormat } from '../format/use-format.ts';
import { Badge } from '../parts/badge.tsx';
import type { Column } from '../parts/data-table.tsx';
import { Picture } from '../parts/picture.tsx';
import { Code, Moment, Money, Name } from '../parts/values.tsx';
import { useLanguage, useTexts } from '../texts/language.tsx';
import type { Language } from '../texts/define-texts.ts';
import type { CatalogueKind } from './kinds.ts';
import type { CatalogueRecord } from './record-draft.ts';
import { LanguageSigns } from './language-signs.tsx';
import { catalogueTexts } from './texts.ts';

const titles = { en: 'english', ar: 'arabic' } as const;

export function useColumns(kind: CatalogueKind, rows: readonly CatalogueRecord[]): Column<CatalogueRecord>[] {
  const t = useTexts(catalogueTexts);
  const { language: own } = useLanguage();
  const stock = useStockColumn(kind.isStocked ? rows.map(({ id }) => id) : []);
  const other = own === 'en' ? 'ar' : 'en';
  return [
    {
      key: own,
      title: t(titles[own]),
      isPlain: true,
      cell: (record) => (
        <Group gap="xs" wrap="nowrap">
          {hasText(record.image_url) && <Picture url={record.image_url} alt="" size={40} />}
          <Stack gap={0}>
            <NameLink kind={kind} record={record} language={own} />
            {hasText(record.sku) && (
              <span className="aside">
                <Code>{record.sku}</Code>
              </span>
            )}
            <LanguageSigns translations={record} />
          </Stack>
        </Group>
      ),
    },
    {
      key: other,
      title: t(titles[other]),
      isPlain: true,
      cell: (record) => <Name>{record[other].name}</Name>,
    },
    {
      key: 'price',
      title: t('price'),
      sort: 'price',
      isFigure: true,
      isPlain: true,
      cell: ({ price }) => <Money amount={price} />,
    },
    ...(kind.isStocked ? [stock] : []),
    {
      key: 'activity',
      title: t('status'),
      isPlain: true,
      // Shows a badge only for an inactive record, because most records are active.
      cell: ({ is_active: isActive }) =>
        isActive ? t('active') : <Badge tone="grey">{t('inactive')}</Badge>,
    },
    {
      key: 'created',
      title: t('created'),
      sort: 'id',
      cell: ({ created_at: at }) => <Moment at={at} style="day" />,
    },
    { key: 'id', title: t('number'), isFigure: true, cell: ({ id }) => <Code>{id}</Code> },
  ];
}

function hasText(text: string | null | undefined): text is string {
  return (text ?? '') !== '';
}

function useStockColumn(products: readonly number[]): Column<CatalogueRecord> {
  const t = useTexts(catalogueTexts);
  const stockOf = useStocks(products);
  return {
    key: 'stock',
    title: t('stock'),
    isFigure: true,
    cell: ({ id }) => <StockCell stock={stockOf(id)} />,
  };
}

/** The stock of a product. Null if it is not tracked, undefined while it is loading. */
type Stock = StockRow | 'failed' | null | undefined;

/** Returns a function that finds the stock of one of these products by the product's id. */
function useStocks(products: readonly number[]): (product: number) => Stock {
  const query = { filters: { product_id: products.join(',') } };
  const list = useList(['inventory'], query, adminInventoryList, {
    isPolled: true,
    enabled: products.length > 0,
  });
  if (list.problem !== undefined) return () => 'failed';
  if (list.isLoading || list.isPrevious) return () => undefined;
  const stocks = new Map(list.rows.map((row) => [row.product_id, row]));
  return (product) => stocks.get(product) ?? (list.unreadable.includes(product) ? 'failed' : null);
}

function StockCell({ stock: row }: { stock: Stock }) {
  const t = useTexts(catalogueTexts);
  const { number } = useFormat();
  if (row === undefined) return <span aria-hidden>…</span>;
  if (row === 'failed') return t('notLoaded');
  if (typeof row?.stock !== 'number')
    return (
      <Text span c="dimmed" inherit>
        {t('notCounted')}
      </Text>
    );
  const { stock, low } = row;
  if (stock === 0) return <Badge tone="red">{t('soldOut')}</Badge>;
  return (
    <>
      {low && <Badge tone="amber">{t('low')}</Badge>} <bdi className="figure">{number(stock)}</bdi>
    </>
  );
}

interface NameLinkProps {
  kind: CatalogueKind;
  record: CatalogueRecord;
  language: Language;
}

/** If the name is empty, the link shows the record's number. An empty link would be invisible. */
function NameLink({ kind, record, language }: NameLinkProps) {
  const name = record[language].name.trim();
  return (
    <Anchor
      component={Link}
      href={`/catalogue/${kind.name}/${record.id}`}
      {...(name !== '' && { lang: language })}
    >
      {name === '' ? <Code>#{record.id}</Code> : <Name>{name}</Name>}
    </Anchor>
  );
}
