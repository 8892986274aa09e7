import { Button, Loader, Stack } from '@mantine/core';
import type { ListState } from '../data/use-list.ts';
import { filterName } from '../data/list-view.ts';
import type { ListView } from '../data/use-list-view.ts';
import { useTexts } from '../texts/language.tsx';
import { CursorPages } from './cursor-pages.tsx';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import type { FilterField } from './filter-form.tsx';
import { listTexts } from './list-texts.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';

const rowsTexts = { ...listTexts, loading: partTexts.loading };

interface ListRowsProps<Row> {
  list: ListState<Row>;
  view: ListView;
  fields: readonly FilterField[];
  caption: string;
  /** Why there is nothing, when nothing narrows the list. */
  empty: string;
  columns: readonly Column<Row>[];
  idOf: (row: Row) => number | string;
  nameOf: (row: Row) => string;
  selection?: {
    ids: ReadonlySet<number | string>;
    toggle: (id: number | string) => void;
    toggleAll: () => void;
  };
}

/** A page of a list: its rows, or why there are none, and the way to the next page. */
export function ListRows<Row>({ list, view, fields, caption, empty, ...table }: ListRowsProps<Row>) {
  const t = useTexts(rowsTexts);
  const clear = () => {
    const none = Object.fromEntries(fields.map(({ name }) => [filterName(name), null]));
    view.change({ search: null, ...none });
  };
  if (list.isLoading) return <Loader aria-label={t('loading')} />;
  return (
    <Stack>
      <ProblemAlert problem={list.problem} retry={() => void list.refresh()} />
      {list.rows.length > 0 && (
        <DataTable caption={caption} rows={list.rows} isPrevious={list.isPrevious} {...table} />
      )}
      {list.rows.length === 0 && list.problem === undefined && (
        <EmptyState title={view.isNarrowed ? t('nothingFound') : empty}>
          {view.isNarrowed && (
            <Button variant="default" onClick={clear}>
              {t('clearFilters')}
            </Button>
          )}
        </EmptyState>
      )}
      {(list.previousCursor ?? list.nextCursor) !== undefined && (
        <CursorPages
          previous={list.previousCursor}
          next={list.nextCursor}
          go={(cursor) => view.change({ cursor })}
        />
      )}
    </Stack>
  );
}
