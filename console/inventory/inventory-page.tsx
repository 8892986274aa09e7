import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { Link } from 'wouter';
import { adminInventoryList } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useList } from '../data/use-list.ts';
import { statusFilter, usePagedList, type ListView } from '../data/use-paged-list.ts';
import { useFormat } from '../format/use-format.ts';
import { Badge } from '../parts/badge.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import type { Column } from '../parts/data-table.tsx';
import { FigureInput } from '../parts/figure-input.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import type { FilterField } from '../parts/filter-form.tsx';
import { ListPage } from '../parts/list-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useShortcuts } from '../parts/shortcuts.tsx';
import { StatusTabs } from '../parts/status-tabs.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { CountReview } from './count-review.tsx';
import { Difference } from './difference.tsx';
import { countedUnits } from './stock-count.ts';
import { readStock, stockFilter, type StockLine } from './stock-list.ts';
import { inventoryTexts } from './texts.ts';
import { UnreadStock } from './unread-stock.tsx';
import { useStocktake, type Stocktake } from './use-stocktake.ts';
import './inventory.css';

export default function InventoryPage() {
  const t = useTexts(inventoryTexts);
  const mayWrite = useMayWrite();
  const stocktake = useStocktake(t('stocktake'));
  const tabs = useTabs();
  const fields: FilterField[] = [{ name: 'status', label: t('stock'), kind: 'choice', choices: tabs }];
  const paged = usePagedList(['inventory'], fields, readStock);
  const { view, list } = paged;
  const isOn = mayWrite && stocktake.isOn;
  const isUntracked = view.filter('status') === 'untracked';
  const total = useStockCount(view);
  const begin = () => {
    stocktake.begin();
    // Waits until React has shown the fields.
    setTimeout(() => document.querySelector<HTMLElement>('input[data-count]')?.focus());
  };
  const { keep } = list;
  // Keeps all rows in place during a stocktake, because saving a count would otherwise move its row.
  useEffect(() => keep(isOn), [keep, isOn]);
  useShortcuts(mayWrite && !isOn ? [{ key: 't', does: t('stocktake'), run: begin }] : []);
  const columns = useColumns();
  const counting = useCountColumns(stocktake);
  const shown = isOn ? counting : columns;
  return (
    <Stack>
      <PageTitle title={t('inventory')}>
        {!isUntracked && <ExportButton query={stockQuery(view)} read={adminInventoryList} />}
        {mayWrite && !isOn && <Button onClick={begin}>{t('stocktake')}</Button>}
      </PageTitle>
      <StatusTabs
        {...statusFilter(view)}
        label={t('views')}
        tabs={[{ value: '', label: t('tracked') }, ...tabs]}
      />
      {isOn && <Text>{t('stocktakeMore')}</Text>}
      <ListPage
        {...paged}
        searchHint={t(isUntracked ? 'untrackedHint' : 'searchHint')}
        sorts={useSorts(isUntracked)}
        caption={t('inventory')}
        empty={t('none')}
        columns={isUntracked ? shown.map(unsorted) : shown}
        total={total === undefined ? undefined : t('productCount', { count: total })}
      />
      {isOn && <StocktakeBar stocktake={stocktake} />}
    </Stack>
  );
}

/** The API can sort products without tracked stock only by age, so their columns offer no sort. */
function unsorted({ sort: _sort, ...column }: Column<StockLine>): Column<StockLine> {
  return column;
}

/** The view's query for the API's stock list. */
function stockQuery({ query }: ListView) {
  const { 'filters[status]': shown, cursor: _cursor, ...asked } = query;
  return { ...asked, ...stockFilter(shown) };
}

/**
 * The number of products in the list. Undefined while loading, and for products without tracked stock, which the API does not
 * count.
 */
function useStockCount(view: ListView): number | undefined {
  const { sort: _sort, ...asked } = stockQuery(view);
  const enabled = view.filter('status') !== 'untracked';
  const { total, isPrevious } = useList(
    ['inventory', 'count'],
    { ...asked, paginate: 'true', per_page: 1 } as const,
    adminInventoryList,
    { isPolled: true, enabled },
  );
  return isPrevious || !enabled ? undefined : total;
}

function useTabs(): { value: string; label: string }[] {
  const t = useTexts(inventoryTexts);
  return [
    { value: 'low', label: t('low') },
    { value: 'sold_out', label: t('soldOut') },
    { value: 'untracked', label: t('notCounted') },
  ];
}

function useSorts(isUntracked: boolean): { value: string; label: string }[] {
  const t = useTexts(inventoryTexts);
  const byAge = [
    { value: '-product_id', label: t('newestFirst') },
    { value: 'product_id', label: t('oldestFirst') },
  ];
  if (isUntracked) return byAge;
  return [...byAge, { value: 'stock', label: t('leastFirst') }, { value: '-held', label: t('mostReserved') }];
}

function useColumns(): Column<StockLine>[] {
  const t = useTexts(inventoryTexts);
  return [
    {
      key: 'product',
      title: t('product'),
      isPlain: true,
      cell: ({ id, name }) => (
        <Anchor component={Link} href={`/catalogue/products/${id}`}>
          <Name>{name}</Name>
        </Anchor>
      ),
    },
    { key: 'state', title: t('state'), isPlain: true, cell: (line) => <StockBadge line={line} /> },
    ...useStockColumns(),
  ];
}

function useStockColumns(): Column<StockLine>[] {
  const t = useTexts(inventoryTexts);
  const { number } = useFormat();
  const units = (value: number | null) => (value === null ? '—' : number(value));
  return [
    { key: 'stock', title: t('stockLeft'), isFigure: true, sort: 'stock', cell: ({ stock }) => units(stock) },
    { key: 'held', title: t('stockHeld'), isFigure: true, sort: 'held', cell: ({ held }) => units(held) },
    {
      key: 'mark',
      title: t('lowStockAt'),
      isFigure: true,
      sort: 'low_stock_at',
      cell: ({ mark }) => units(mark),
    },
  ];
}

function StockBadge({ line: { stock, isLow } }: { line: StockLine }) {
  const t = useTexts(inventoryTexts);
  if (stock === null) return <Badge tone="grey">{t('notCounted')}</Badge>;
  if (stock === 0) return <Badge tone="red">{t('soldOut')}</Badge>;
  return isLow ? <Badge tone="amber">{t('low')}</Badge> : null;
}

/** During a stocktake, product names are not links, so that a click beside a field does not leave the page. */
function useCountColumns(stocktake: Stocktake): Column<StockLine>[] {
  const { counts, count, drop, isSaving } = stocktake;
  const t = useTexts(inventoryTexts);
  return [
    { key: 'product', title: t('product'), isPlain: true, cell: ({ name }) => <Name>{name}</Name> },
    ...useStockColumns().filter(({ key }) => key !== 'mark'),
    {
      key: 'counted',
      title: t('counted'),
      isFigure: true,
      cell: (line) => (
        <CountField
          label={t('countOf', { name: line.name })}
          typed={counts[line.id]?.typed ?? ''}
          type={(text) => {
            if (!isSaving) count(line, text);
          }}
        />
      ),
    },
    {
      key: 'difference',
      title: t('difference'),
      isFigure: true,
      cell: ({ id, name }) => {
        const counted = counts[id];
        if (counted === undefined) return '—';
        if (counted.seen !== undefined) return <Difference count={counted} />;
        return <UnreadStock id={id} name={name} stocktake={stocktake} drop={() => drop(id)} />;
      },
    },
  ];
}

interface CountFieldProps {
  label: string;
  typed: string;
  type: (text: string) => void;
}

/** Enter goes to the next row, so a scanner or a number pad is enough to enter all counts. */
function CountField({ label, typed, type }: CountFieldProps) {
  const t = useTexts(inventoryTexts);
  const isWrong = typed.trim() !== '' && countedUnits(typed) === undefined;
  return (
    <FigureInput
      className="count-field"
      data-count
      aria-label={label}
      isCount
      enterKeyHint="next"
      value={typed}
      error={isWrong ? t('wholeNumber') : undefined}
      type={type}
      onKeyDown={moveByKey}
    />
  );
}

const steps: Readonly<Record<string, number>> = { Enter: 1, ArrowDown: 1, ArrowUp: -1 };

/**
 * Moves the focus to the field in the next or previous row. After the last row, moves it to the button that reviews the counts.
 */
function moveByKey(event: KeyboardEvent<HTMLInputElement>): void {
  const step = steps[event.key];
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const fields = [...document.querySelectorAll<HTMLElement>('input[data-count], [data-review]')];
  fields[fields.indexOf(event.currentTarget) + step]?.focus();
}

function StocktakeBar({ stocktake }: { stocktake: Stocktake }) {
  const t = useTexts(inventoryTexts);
  const [opened, open] = useState<'review' | 'end'>();
  const count = Object.keys(stocktake.counts).length;
  return (
    <>
      <Group className="stocktake-bar">
        <Button
          data-review
          disabled={count === 0}
          onClick={() => {
            stocktake.clearOutcomes();
            stocktake.seeAll();
            open('review');
          }}
        >
          {t('review')}
        </Button>
        <Button variant="default" onClick={() => (count === 0 ? stocktake.end() : open('end'))}>
          {t('endStocktake')}
        </Button>
        <Text role="status">{t('countedSoFar', { count })}</Text>
      </Group>
      {opened === 'review' && <CountReview stocktake={stocktake} close={() => open(undefined)} />}
      <ConfirmDialog
        opened={opened === 'end'}
        close={() => open(undefined)}
        title={t('endAsked')}
        verb={t('endStocktake')}
        isDangerous
        write={{}}
        confirm={() => {
          open(undefined);
          stocktake.end();
        }}
      >
        <Text>{t('endMore')}</Text>
      </ConfirmDialog>
    </>
  );
}
