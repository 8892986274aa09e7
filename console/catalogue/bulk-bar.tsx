import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { operationAddress } from '../data/operation-address.ts';
import type { OperationRecord } from '../data/operation-record.ts';
import { useOperation } from '../data/use-operation.ts';
import type { Selection } from '../data/use-selection.ts';
import { useWrite } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { OperationOutcome } from '../parts/operation-outcome.tsx';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueRecord } from './catalogue-record.ts';
import type { CatalogueKind } from './kinds.ts';
import { PriceDialog } from './price-dialog.tsx';
import { bulkTexts, priceTexts } from './texts.ts';

type Action = 'activate' | 'deactivate' | 'delete';
const actions: readonly Action[] = ['activate', 'deactivate', 'delete'];
const questions = { activate: 'bulkActivate', deactivate: 'bulkDeactivate', delete: 'bulkDelete' } as const;

interface Wish {
  action: Action;
  ids: number[];
}

interface BulkBarProps {
  kind: CatalogueKind;
  rows: readonly CatalogueRecord[];
  selection: Selection;
}

/** What can be done with all records that are selected; then how far that is, and what became of each. */
export function BulkBar({ kind, rows, selection }: BulkBarProps) {
  const [asked, ask] = useState<Wish>();
  const [done, setDone] = useState<OperationRecord>();
  // Deleted records have no row any more, and are still called by their names.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const [priced, price] = useState<number[]>();
  const work = useBulkWork(kind);
  const choose = () => {
    const chosen = rows.filter(({ id }) => selection.ids.has(id));
    setNames(new Map(chosen.map(({ id, name }) => [id, name])));
    return chosen;
  };
  const begin = (action: Action) => {
    const chosen = choose();
    setDone(undefined);
    work.clear();
    ask({ action, ids: chosen.map(({ id }) => id) });
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
          reprice={() => price(choose().map(({ id }) => id))}
          clear={selection.clear}
        />
      )}
      {shown !== undefined && <WorkPanel operation={shown} names={names} />}
      {priced !== undefined && (
        <PriceDialog
          kind={kind}
          ids={priced}
          nameOf={(id) => names.get(id)}
          close={() => {
            price(undefined);
            selection.clear();
          }}
        />
      )}
      {asked !== undefined && (
        <BulkQuestion
          {...{ asked, work }}
          opened={work.operation === undefined}
          close={() => ask(undefined)}
          confirm={() => void confirm(asked)}
        />
      )}
    </>
  );
}

type BulkWork = ReturnType<typeof useBulkWork>;

/** Accepted at once, so that its progress is seen from the first record on. */
function useBulkWork(kind: CatalogueKind) {
  return useWrite(
    (client, { action, ids }: Wish, headers) => {
      const later = { ...headers, Prefer: 'respond-async' };
      if (action === 'delete') return kind.removeAll(client, ids, later);
      return kind.setActive(client, ids, action === 'activate' ? 'active' : 'inactive', later);
    },
    { touches: [[kind.name], ['operations']] },
  );
}

interface SelectionActionsProps {
  count: number;
  begin: (action: Action) => void;
  reprice: () => void;
  clear: () => void;
}

function SelectionActions({ count, begin, reprice, clear }: SelectionActionsProps) {
  const t = useTexts(bulkTexts);
  const tPrice = useTexts(priceTexts);
  return (
    <Card withBorder padding="sm" role="group" aria-label={t('bulk')}>
      <Group>
        <Text fw={600} role="status">
          {t('selected', { count })}
        </Text>
        {actions.map((action) => (
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
      title={t(questions[action], { count: ids.length })}
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
