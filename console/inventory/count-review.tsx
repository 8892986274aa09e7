import { Button, Group, Stack, Text } from '@mantine/core';
import { NotFound } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useFormat } from '../format/use-format.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import { DataTable, type Column } from '../parts/data-table.tsx';
import { useToast } from '../parts/toast.tsx';
import { Name } from '../parts/values.tsx';
import { useTexts } from '../texts/language.tsx';
import { Difference } from './difference.tsx';
import { countedUnits, differenceOf, type StockCount } from './stock-count.ts';
import { inventoryTexts } from './texts.ts';
import { UnreadStock } from './unread-stock.tsx';
import type { CountOutcome, Stocktake } from './use-stocktake.ts';

interface Reviewed extends StockCount {
  id: number;
  outcome: CountOutcome | undefined;
}

/** Shows all counts in one view before they are saved, and afterwards the counts that could not be saved. */
export function CountReview({ stocktake, close }: { stocktake: Stocktake; close: () => void }) {
  const t = useTexts(inventoryTexts);
  const toast = useToast();
  const { counts, outcomes, isSaving } = stocktake;
  const all = Object.entries(counts).map(([id, count]): Reviewed => ({
    id: Number(id),
    ...count,
    outcome: outcomes.get(Number(id)),
  }));
  const changed = all.filter((count) => differenceOf(count) !== 0);
  const same = all.length - changed.length;
  const saved = [...outcomes.values()].filter(({ kind }) => kind === 'saved').length;
  const finish = (count: number) => {
    close();
    if (count > 0) toast({ message: t('savedCounts', { count }) });
  };
  /** Call it after one count was saved or dropped. Closes the review if no other count is left. */
  const settled = (isSaved: boolean) => {
    if (changed.length === 1) finish(saved + (isSaved ? 1 : 0));
  };
  const drop = (id: number) => {
    stocktake.drop(id);
    settled(false);
  };
  const columns = useReviewColumns(stocktake, drop);
  const save = async () => {
    const left = await stocktake.save();
    if (left === 0) finish(saved + changed.length);
  };
  return (
    <ConfirmDialog
      close={close}
      title={t('reviewTitle')}
      verb={t('saveCounts')}
      confirm={() => void save()}
      write={{ isPending: isSaving }}
      isExpected
      size="lg"
    >
      <Stack gap="sm">
        <div role="status">
          {saved > 0 && <Text>{t('savedCounts', { count: saved })}</Text>}
          {outcomes.size > saved && <Text fw={600}>{t('notSaved', { count: outcomes.size - saved })}</Text>}
          {same > 0 && <Text c="dimmed">{t('asRecorded', { count: same })}</Text>}
        </div>
        {changed.length > 0 && (
          <DataTable caption={t('counted')} columns={columns} rows={changed} idOf={({ id }) => id} />
        )}
        {changed.map((count) => (
          <CountConflict
            key={count.id}
            count={count}
            stocktake={stocktake}
            drop={() => drop(count.id)}
            saved={() => settled(true)}
          />
        ))}
      </Stack>
    </ConfirmDialog>
  );
}

function useReviewColumns(stocktake: Stocktake, drop: (id: number) => void): Column<Reviewed>[] {
  const t = useTexts(inventoryTexts);
  const { number } = useFormat();
  return [
    {
      key: 'product',
      title: t('product'),
      isPlain: true,
      cell: (count) => (
        <>
          <Name>{count.name}</Name>
          <CountProblem count={count} />
          <UnreadStock id={count.id} name={count.name} stocktake={stocktake} drop={() => drop(count.id)} />
        </>
      ),
    },
    {
      key: 'recorded',
      title: t('recorded'),
      isFigure: true,
      cell: ({ seen }) => (typeof seen?.stock === 'number' ? number(seen.stock) : '—'),
    },
    {
      key: 'counted',
      title: t('counted'),
      isFigure: true,
      cell: ({ typed }) => {
        const units = countedUnits(typed);
        return units === undefined ? <bdi>{typed}</bdi> : number(units);
      },
    },
    {
      key: 'difference',
      title: t('difference'),
      isFigure: true,
      cell: (count) => <Difference count={count} />,
    },
  ];
}

/** Shows why a count cannot be saved, or why it was not saved. */
function CountProblem({ count: { typed, outcome } }: { count: Reviewed }) {
  const t = useTexts(inventoryTexts);
  const problemAt = useFieldProblem();
  const isWrong = countedUnits(typed) === undefined;
  const problem = outcome?.kind === 'refused' ? outcome.problem : undefined;
  if (problem === undefined && !isWrong) return null;
  const words = isWrong
    ? t('wholeNumber')
    : problem instanceof NotFound
      ? t('productGone')
      : (problemAt(problem, 'stock') ?? t('tryAgain'));
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {words}
    </Text>
  );
}

interface CountConflictProps {
  count: Reviewed;
  stocktake: Stocktake;
  drop: () => void;
  saved: () => void;
}

/** Shown when another user or an order changed the stock after it was counted. */
function CountConflict({ count, stocktake, drop, saved }: CountConflictProps) {
  const t = useTexts(inventoryTexts);
  const { id, name, typed, outcome } = count;
  const saveAnyway = async () => {
    if (await stocktake.saveAnyway(id)) saved();
  };
  if (outcome?.kind !== 'conflict') return null;
  return (
    <ConflictAlert
      conflict={outcome.conflict}
      mine={
        <Text>
          <Name>{name}</Name>: <bdi>{typed}</bdi>
        </Text>
      }
    >
      <Group gap="sm">
        <Button size="xs" variant="default" onClick={drop}>
          {t('dropCount')}
        </Button>
        <Button size="xs" onClick={() => void saveAnyway()}>
          {t('saveAnyway')}
        </Button>
      </Group>
    </ConflictAlert>
  );
}
