import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { adminOrdersList, type Order } from '#clients/typescript/src/main.ts';
import { rememberWalk } from '../data/order-walk.ts';
import { useMayWrite } from '../data/session.tsx';
import { useOpenByNumber } from '../data/use-open-by-number.ts';
import { isEmpty } from '../data/use-list.ts';
import { useSelection } from '../data/use-selection.ts';
import { ColumnChoice } from '../parts/column-choice.tsx';
import { CursorPages } from '../parts/cursor-pages.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ExportButton } from '../parts/export-button.tsx';
import { FilterChips } from '../parts/filter-chips.tsx';
import { HeldTable } from '../parts/held-table.tsx';
import { LoadState } from '../parts/load-state.tsx';
import { lookedInFor } from '../parts/looked-in.ts';
import { orderStates } from '../parts/order-words.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { useShortcuts } from '../parts/shortcuts.tsx';
import { useTexts } from '../texts/language.tsx';
import { BulkDialog, type OrderChange } from './bulk-dialog.tsx';
import { useOrderColumns } from './order-columns.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderFiltersButton } from './order-filters.tsx';
import {
  columnKeys,
  listQuery,
  lookingFor,
  selectionOf,
  sorts,
  wordsOf,
  type OrderSelection,
  type OrderView,
} from './order-view.ts';
import { StateTabs } from './state-tabs.tsx';
import { SavedViews } from './saved-views.tsx';
import { ordersTexts } from './texts.ts';
import { useFilterChips } from './use-filter-chips.ts';
import { ordersQuery, useOrders, useOrderView } from './use-orders.ts';
import { useRowKeys } from './use-row-keys.ts';

export default function OrdersPage() {
  const t = useTexts(ordersTexts);
  const { view, query, change, open } = useOrderView();
  const chips = useFilterChips(view, change);
  const openByNumber = useOpenByNumber();
  const mayWrite = useMayWrite();
  return (
    <Stack gap="sm">
      <PageTitle title={t('orders')}>
        <ExportButton query={ordersQuery(view)} read={adminOrdersList} />
        <SavedViews query={query} open={open} />
        {mayWrite && <NewOrderButton />}
      </PageTitle>
      <StateTabs view={view} change={change} />
      <Group gap="sm">
        <SearchField
          value={wordsOf(view)}
          search={(words) => change(lookingFor(words, lookedInFor(words), view), { replace: true })}
          placeholder={t('searchHint')}
          enter={(words) => void openByNumber(words)}
        />
        <OrderFiltersButton filters={view.filters} apply={(filters) => change({ filters })} />
        <SortChoice sort={view.sort} choose={(sort) => change({ sort })} />
        <Columns view={view} change={change} />
      </Group>
      <Group gap="xs" className="if-any">
        <FilterChips chips={chips} />
        <LookElsewhere view={view} change={change} />
      </Group>
      <OrdersList view={view} change={change} />
    </Stack>
  );
}

/** The button's shortcut is `a`, because `n` shows new rows. */
function NewOrderButton() {
  const t = useTexts(ordersTexts);
  const [, navigate] = useLocation();
  useShortcuts([{ key: 'a', does: t('newOrder'), run: () => navigate('/orders/new') }]);
  return (
    <Button component={Link} href="/orders/new">
      {t('newOrder')}
    </Button>
  );
}

/**
 * Offers to search customers instead of orders, or the reverse, because the console only guesses which of them the words mean.
 */
function LookElsewhere({ view, change }: Pick<OrdersListProps, 'view' | 'change'>) {
  const t = useTexts(ordersTexts);
  const words = wordsOf(view);
  if (words === '') return null;
  const other = view.search === '' ? 'order' : 'customer';
  return (
    <Button variant="subtle" size="compact-sm" onClick={() => change(lookingFor(words, other, view))}>
      {t(other === 'order' ? 'lookInOrder' : 'lookInCustomer')}
    </Button>
  );
}

interface OrdersListProps {
  view: OrderView;
  change: (change: Partial<OrderView>) => void;
}

function OrdersList({ view, change }: OrdersListProps) {
  const t = useTexts(ordersTexts);
  const [, navigate] = useLocation();
  const mayWrite = useMayWrite();
  const { list, matches } = useOrders(view);
  const { rows } = list;
  const selection = useSelection(list, JSON.stringify(listQuery(view)));
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const [move, setMove] = useState<{
    orders: readonly Order[];
    selection: OrderSelection;
    change: OrderChange;
  }>();
  const isWorkedOn = chosen.length > 0 || move !== undefined;
  const { keep, waiting } = list;
  useEffect(() => keep(isWorkedOn), [keep, isWorkedOn]);
  // If the list shows only one state, all its orders can change to the same states. The orders on screen then suffice to find
  // these states, even if all orders of the list are selected.
  const isOneState = orderStates.some((state) => state === view.filters.status);
  // Whether all rows that wait to be shown are new orders. If the list is filtered by state, some of these rows may be older
  // orders that have changed to that state.
  const hasOnlyNew = view.sort === '-id' && (view.filters.status ?? '') === '';
  const columns = useOrderColumns().filter(({ key }) => view.columns.includes(key));

  const meant = (row?: Order) => (chosen.length > 0 ? chosen : row === undefined ? [] : [row]);
  const changeMeant = (wanted: OrderChange, row?: Order) => {
    const orders = meant(row);
    const asked = selection.isAll ? selectionOf(view) : { ids: orders.map(({ id }) => id) };
    if (orders.length > 0) setMove({ orders, selection: asked, change: wanted });
  };
  const print = (row?: Order) => {
    const ids = meant(row).map(({ id }) => id);
    // If all orders of the list are selected, the rows on screen are only some of them.
    if (ids.length > 0 && !selection.isAll) navigate(`/slips?ids=${ids.join()}`);
  };
  const way = `/orders${location.search}`;
  useEffect(() => rememberWalk({ ids: rows.map(({ id }) => id), list: way }), [rows, way]);
  const { current, focused } = useRowKeys({
    rows,
    toggle: ({ id }) => selection.toggle(id),
    open: ({ id }) => navigate(`/orders/${id}`),
    confirm: mayWrite ? (row) => changeMeant({ status: 'confirmed' }, row) : undefined,
    reject: mayWrite ? (row) => changeMeant({ status: 'rejected' }, row) : undefined,
    print,
  });

  const { search, filters } = listQuery(view);
  const isNarrowed = search !== undefined || Object.keys(filters).length > 0;
  if (list.isLoading) return <SkeletonRows />;
  return (
    <>
      <LoadState of={list} />
      <Text role="status" className="unseen">
        {t('rows', { count: rows.length })}
      </Text>
      {isEmpty(list) && (
        <EmptyState title={t(isNarrowed ? 'nothing' : 'noOrders')}>
          {isNarrowed && (
            <Button variant="default" onClick={() => change({ search: '', filters: {} })}>
              {t('clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <HeldTable
          list={list}
          waitingLabel={hasOnlyNew ? t('newOrders', { count: waiting?.count ?? 0 }) : undefined}
          caption={t('orders')}
          columns={columns}
          selection={{ ...selection, nameOf: ({ order_number: number }) => number }}
          sort={view.sort}
          sortBy={(sort) => change({ sort: sorts.find((each) => each === sort) ?? '-id' })}
          current={current}
          focused={focused}
        />
      )}
      <CursorPages
        list={list}
        go={(cursor) => change({ cursor })}
        total={matches === undefined ? undefined : t('orderCount', { count: matches })}
        perPage={view.perPage}
        choosePerPage={(perPage) => change({ perPage })}
      />
      <OrderActions
        selection={selection}
        matches={matches}
        targets={
          selection.isAll && !isOneState
            ? movable
            : [...new Set(chosen.flatMap(({ next_statuses: next }) => next))]
        }
        move={(status) => changeMeant({ status })}
        pay={(method) => changeMeant({ payment: { method } })}
        print={() => print()}
      />
      {move !== undefined && (
        <BulkDialog
          {...move}
          close={() => {
            setMove(undefined);
            // The user's own action changed these rows, so show the new list immediately.
            waiting?.show();
          }}
        />
      )}
    </>
  );
}

const movable = orderStates.filter((state) => state !== 'pending');

function SortChoice({
  sort,
  choose,
}: {
  sort: OrderView['sort'];
  choose: (sort: OrderView['sort']) => void;
}) {
  const t = useTexts(ordersTexts);
  const labels = {
    '-id': t('newestFirst'),
    id: t('oldestFirst'),
    '-updated_at': t('lastChanged'),
    updated_at: t('firstChanged'),
    '-total': t('highestTotal'),
    total: t('lowestTotal'),
  };
  return (
    // On wide screens, the table's column headers sort instead.
    <NativeSelect
      hiddenFrom="sm"
      aria-label={t('sort')}
      value={sort}
      data={sorts.map((value) => ({ value, label: labels[value] }))}
      onChange={({ currentTarget }) => {
        const chosen = sorts.find((each) => each === currentTarget.value);
        if (chosen !== undefined) choose(chosen);
      }}
    />
  );
}

function Columns({ view, change }: Pick<OrdersListProps, 'view' | 'change'>) {
  const columns = useOrderColumns();
  return (
    <ColumnChoice
      columns={columns}
      chosen={view.columns}
      choose={(keys) =>
        change({ columns: columnKeys.filter((key) => keys.includes(key)), cursor: view.cursor })
      }
    />
  );
}
