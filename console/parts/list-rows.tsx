import { Button, Loader, Stack } from '@mantine/core';
import type { HeldList } from '../data/use-held-rows.ts';
import { filterName } from '../data/list-view.ts';
import type { ListView } from '../data/use-list-view.ts';
import { useTexts } from '../texts/language.tsx';
import { CursorPages } from './cursor-pages.tsx';
import { DataTable, type Column } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import type { FilterField } from './filter-form.tsx';
import { listTexts } from './list-texts.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';
import { WaitingRows } from './waiting-rows.tsx';

const rowsTexts = { ...listTexts, loading: partTexts.loading };

interface ListRowsProps<Row extends { id: number | string }> {
  list: HeldList<Row>;
  view: ListView;
  fields: readonly FilterField[];
  caption: string;
  /** Text for a list that is empty without active filters. */
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

/** A page of a list: its rows or the reason why there are none, with pagination. */
export function ListRows<Row extends { id: number | string }>({
  list,
  view,
  fields,
  caption,
  empty,
  ...table
}: ListRowsProps<Row>) {
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
        <div {...list.around}>
          <WaitingRows waiting={list.waiting} />
          <DataTable caption={caption} rows={list.rows} isPrevious={list.isPrevious} {...table} />
        </div>
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
