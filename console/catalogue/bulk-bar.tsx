import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { operationAddress } from '../data/operation-address.ts';
import type { OperationRecord } from '../data/operation-record.ts';
import { useOperation } from '../data/use-operation.ts';
import type { Selection } from '../data/use-selection.ts';
import type { WholeSelection } from '../data/use-whole-selection.ts';
import { useWrite } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { OperationOutcome } from '../parts/operation-outcome.tsx';
import { useTexts } from '../texts/language.tsx';
import { bulkActions, bulkQuestions, sendBulk, type BulkAction } from './bulk-action.ts';
import type { CatalogueRecord } from './catalogue-record.ts';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { CatalogueKind } from './kinds.ts';
import { PriceDialog } from './price-dialog.tsx';
import { bulkTexts, priceTexts } from './texts.ts';
import { WholeDialog } from './whole-dialog.tsx';

interface Wish {
  action: BulkAction;
  ids: number[];
}

interface BulkBarProps {
  kind: CatalogueKind;
  rows: readonly CatalogueRecord[];
  selection: Selection;
  whole: WholeSelection;
  /** Selects every record that matches the list's search and filters. */
  found: CatalogueSelection;
}

/** Offers the bulk actions for the selected records. Then shows the progress and each record's result. */
export function BulkBar({ kind, rows, selection, whole, found }: BulkBarProps) {
  const [asked, ask] = useState<Wish>();
  const [done, setDone] = useState<OperationRecord>();
  // A deleted record has no row any more, but the report still needs its name. So keep the names.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const [priced, price] = useState<CatalogueSelection>();
  const [ofAll, askOfAll] = useState<BulkAction>();
  const work = useBulkWork(kind);
  const choose = () => {
    const chosen = rows.filter(({ id }) => selection.ids.has(id));
    setNames(new Map(chosen.map(({ id, name }) => [id, name])));
    return chosen;
  };
  const begin = (action: BulkAction) => {
    const chosen = choose();
    setDone(undefined);
    work.clear();
    if (whole.isAll) askOfAll(action);
    else ask({ action, ids: chosen.map(({ id }) => id) });
  };
  const forget = () => {
    whole.clear();
    selection.clear();
  };
  const confirm = async (wish: Wish) => {
    const outcome = await work.run(wish);
    if (outcome === undefined) return;
    ask(undefined);
    setDone(outcome);
    selection.clear();
  };
  const followed = useOperation(work.operation?.id).record ?? work.operation;
  const shown = work.operation === undefined ? done : followed;
  return (
    <>
      {selection.ids.size > 0 && work.operation === undefined && (
        <SelectionActions
          count={selection.ids.size}
          begin={begin}
          whole={whole}
          reprice={() => {
            const ids = choose().map(({ id }) => id);
            price(whole.isAll ? found : { ids });
          }}
          clear={forget}
        />
      )}
      {shown !== undefined && <WorkPanel operation={shown} names={names} />}
      {priced !== undefined && (
        <PriceDialog
          kind={kind}
          selection={priced}
          nameOf={(id) => names.get(id)}
          close={() => {
            price(undefined);
            forget();
          }}
        />
      )}
      {ofAll !== undefined && (
        <WholeDialog
          kind={kind}
          action={ofAll}
          selection={found}
          close={() => {
            askOfAll(undefined);
            forget();
          }}
        />
      )}
      {asked !== undefined && (
        <BulkQuestion
          asked={asked}
          work={work}
          opened={work.operation === undefined}
          close={() => ask(undefined)}
          confirm={() => void confirm(asked)}
        />
      )}
    </>
  );
}

type BulkWork = ReturnType<typeof useBulkWork>;

/** Requests an asynchronous operation, so that progress is visible from the first record on. */
function useBulkWork(kind: CatalogueKind) {
  return useWrite(
    (client, { action, ids }: Wish, headers) =>
      sendBulk(kind, client, { action, selection: { ids } }, { ...headers, Prefer: 'respond-async' }),
    { touches: [[kind.name], ['operations']] },
  );
}

interface SelectionActionsProps {
  count: number;
  whole: WholeSelection;
  begin: (action: BulkAction) => void;
  reprice: () => void;
  clear: () => void;
}

function SelectionActions({ count, whole, begin, reprice, clear }: SelectionActionsProps) {
  const t = useTexts(bulkTexts);
  const tPrice = useTexts(priceTexts);
  return (
    <Card withBorder padding="sm" role="group" aria-label={t('bulk')}>
      <Group>
        <Text fw={600} role="status">
          {whole.isAll ? t('allSelected') : t('selected', { count })}
        </Text>
        {whole.selectAll !== undefined && (
          <Button variant="subtle" onClick={whole.selectAll}>
            {t('selectAll')}
          </Button>
        )}
        {bulkActions.map((action) => (
          <Button
            key={action}
            variant={action === 'delete' ? 'outline' : 'default'}
            {...(action === 'delete' && { color: 'red' })}
            onClick={() => begin(action)}
          >
            {t(action)}
          </Button>
        ))}
        <Button variant="default" onClick={reprice}>
          {tPrice('reprice')}
        </Button>
        <Button variant="subtle" onClick={clear}>
          {t('unselect')}
        </Button>
      </Group>
    </Card>
  );
}

interface BulkQuestionProps {
  asked: Wish;
  work: BulkWork;
  opened: boolean;
  close: () => void;
  confirm: () => void;
}

function BulkQuestion({ asked: { action, ids }, work, opened, close, confirm }: BulkQuestionProps) {
  const t = useTexts(bulkTexts);
  return (
    <ConfirmDialog
      opened={opened}
      close={close}
      title={t(bulkQuestions[action], { count: ids.length })}
      verb={t(action)}
      confirm={confirm}
      isPending={work.isPending}
      isDangerous={action === 'delete'}
      problem={work.problem}
    />
  );
}

function WorkPanel({ operation, names }: { operation: OperationRecord; names: ReadonlyMap<number, string> }) {
  const t = useTexts(bulkTexts);
  return (
    <Card withBorder padding="sm" component="section" aria-label={t('work')}>
      <Stack gap="xs">
        <Group role="status">
          <OperationBadge status={operation.status} />
          <Anchor component={Link} href={operationAddress(operation.id)}>
            {t('follow')}
          </Anchor>
        </Group>
        <OperationOutcome operation={operation} nameOf={(id) => names.get(id)} />
      </Stack>
    </Card>
  );
}
