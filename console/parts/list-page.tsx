import { Button, Group, NativeSelect, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { filterName } from '../data/list-view.ts';
import { isEmpty } from '../data/use-list.ts';
import type { PagedList } from '../data/use-paged-list.ts';
import { useTexts } from '../texts/language.tsx';
import { CursorPages } from './cursor-pages.tsx';
import type { DataTableProps } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { FilterForm, SetFilters, type FilterField } from './filter-form.tsx';
import { HeldTable } from './held-table.tsx';
import { LoadState } from './load-state.tsx';
import { SearchField } from './search-field.tsx';
import { SkeletonRows } from './skeleton-rows.tsx';
import { partTexts } from './texts.ts';

type Paged<Row extends { id: number | string }> = PagedList<Row, FilterField>;

interface ListRowsProps<Row extends { id: number | string }>
  extends Paged<Row>, Pick<DataTableProps<Row>, 'caption' | 'columns' | 'selection'> {
  /** Text for a list that is empty without active filters. */
  empty: string;
  /** The number of rows on all pages, as text: "12 products". */
  total?: string | undefined;
}

interface ListPageProps<Row extends { id: number | string }> extends ListRowsProps<Row> {
  /** Names the fields that the search covers. Absent for a list without search. */
  searchHint?: string;
  /** The sort orders. The first is the default. */
  sorts?: readonly { value: string; label: string }[];
  tabs?: ReactNode;
  /** Further content. It is below the rows, so no row moves when it appears. */
  children?: ReactNode;
}

export function ListPage<Row extends { id: number | string }>(props: ListPageProps<Row>) {
  const { searchHint, sorts, tabs, children, ...rows } = props;
  const { view, fields } = rows;
  return (
    <>
      <Group>
        {tabs}
        {searchHint !== undefined && (
          <SearchField
            value={view.search}
            search={(words) => view.change({ search: words }, { isTyping: true })}
            placeholder={searchHint}
            maw="30rem"
          />
        )}
        <FilterForm view={view} fields={fields} />
        {sorts !== undefined && <SortChoice view={view} sorts={sorts} />}
      </Group>
      <SetFilters view={view} fields={fields} />
      <ListRows {...rows} />
      {children}
    </>
  );
}

function SortChoice({ view, sorts }: Required<Pick<ListPageProps<never>, 'view' | 'sorts'>>) {
  const t = useTexts(partTexts);
  const first = sorts[0]?.value ?? '';
  const value = view.sort ?? first;
  // A column header may have set a sort order that this select does not offer.
  const other = sorts.some((sort) => sort.value === value) ? [] : [{ value, label: t('sort') }];
  return (
    <NativeSelect
      aria-label={t('sort')}
      data={[...other, ...sorts]}
      value={value}
      onChange={({ currentTarget }) =>
        view.change({ sort: currentTarget.value === first ? null : currentTarget.value })
      }
    />
  );
}

function ListRows<Row extends { id: number | string }>(props: ListRowsProps<Row>) {
  const { list, view, fields, empty, total, ...table } = props;
  const t = useTexts(partTexts);
  const clear = () => {
    const none = Object.fromEntries(fields.map(({ name }) => [filterName(name), null]));
    view.change({ search: null, ...none });
  };
  const emptyTitle = view.isNarrowed ? t('nothingFound') : empty;
  if (list.isLoading) return <SkeletonRows />;
  return (
    <Stack>
      <LoadState of={list} />
      {list.rows.length > 0 && (
        <HeldTable
          list={list}
          sort={view.sort ?? '-id'}
          sortBy={(sort) => view.change({ sort })}
          {...table}
        />
      )}
      {isEmpty(list) && (
        <EmptyState title={list.nextCursor === undefined ? emptyTitle : t('nothingOnPage')}>
          {view.isNarrowed && (
            <Button variant="default" onClick={clear}>
              {t('clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {(total ?? list.previousCursor ?? list.nextCursor) !== undefined && (
        <CursorPages
          list={list}
          total={total}
          go={(cursor) => view.change({ cursor })}
          perPage={view.perPage}
          choosePerPage={(size) => view.change({ per_page: String(size) })}
        />
      )}
    </Stack>
  );
}
