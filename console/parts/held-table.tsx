import { Button } from '@mantine/core';
import type { HeldList } from '../data/use-held-rows.ts';
import { useTexts } from '../texts/language.tsx';
import { DataTable, type DataTableProps } from './data-table.tsx';
import { useShortcuts } from './shortcuts.tsx';
import { partTexts } from './texts.ts';
import './held-table.css';

interface HeldTableProps<Row extends { id: number | string }>
  extends Omit<DataTableProps<Row>, 'rows' | 'idOf' | 'isPrevious'>, WaitingRowsProps {
  list: HeldList<Row>;
}

export function HeldTable<Row extends { id: number | string }>(props: HeldTableProps<Row>) {
  const { list, waitingLabel, ...table } = props;
  return (
    <div {...list.around}>
      <WaitingRows waiting={list.waiting} waitingLabel={waitingLabel} />
      <DataTable rows={list.rows} idOf={({ id }) => id} isPrevious={list.isPrevious} {...table} />
    </div>
  );
}

interface WaitingRowsProps {
  /** Describes the waiting rows: "3 new orders". */
  waitingLabel?: string | undefined;
}

/** The button is placed over the list, so no row moves when it appears. */
function WaitingRows({ waiting, waitingLabel }: WaitingRowsProps & Pick<HeldList<never>, 'waiting'>) {
  const t = useTexts(partTexts);
  useShortcuts(waiting === undefined ? [] : [{ key: 'n', does: t('showWaiting'), run: waiting.show }]);
  if (waiting === undefined) return null;
  const { count, show } = waiting;
  return (
    <div className="waiting-rows no-print">
      <Button
        size="compact-sm"
        radius="xl"
        onClick={() => {
          show();
          window.scrollTo({ top: 0 });
        }}
      >
        {count === 0 ? t('showWaiting') : (waitingLabel ?? t('waitingRows', { count }))}
      </Button>
    </div>
  );
}
