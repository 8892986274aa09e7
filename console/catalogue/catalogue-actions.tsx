import { Anchor, Button, Card, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { operationAddress } from '../data/operation-address.ts';
import { useOperation, type OperationRecord } from '../data/use-operation.ts';
import type { Selection } from '../data/use-selection.ts';
import { preferring, useWrite } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { OperationBadge } from '../parts/operation-badge.tsx';
import { OperationOutcome } from '../parts/operation-outcome.tsx';
import { SelectionBar } from '../parts/selection-bar.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { CatalogueKind } from './kinds.ts';
import type { CatalogueRecord } from './record-draft.ts';
import { PriceDialog } from './price-dialog.tsx';
import { bulkTexts, priceTexts } from './texts.ts';
import { bulkActions, bulkQuestions, sendBulk, WholeDialog, type BulkAction } from './whole-dialog.tsx';

interface Wish {
  action: BulkAction;
  ids: number[];
}

interface CatalogueActionsProps {
  kind: CatalogueKind;
  rows: readonly CatalogueRecord[];
  selection: Selection;
  /** In a bulk request, selects every record that matches the list's search and filters. */
  found: CatalogueSelection;
}

/** The actions on the selected records, and the progress of the chosen action. */
export function CatalogueActions({ kind, rows, selection, found }: CatalogueActionsProps) {
  const t = useTexts(bulkTexts);
  const [asked, ask] = useState<Wish>();
  const [done, setDone] = useState<OperationRecord>();
  // After a record is deleted, the list no longer contains it, but the report needs its name. So this component keeps the
  // names.
  const [names, setNames] = useState<ReadonlyMap<number, string>>(new Map());
  const [priced, price] = useState<CatalogueSelection>();
  const [ofAll, askOfAll] = useState<BulkAction>();
  const work = useWrite(
    // With `respond-async`, the API responds at once with an operation. So the page shows the progress from the first record on.
    ({ action, ids }: Wish, options) => sendBulk(kind, action, { ids }, preferring(options, 'respond-async')),
    { touches: [[kind.name], ['operations']], failedUnseen: useUnseenFailure(t('work')) },
  );
  const choose = () => {
    const chosen = rows.filter(({ id }) => selection.ids.has(id));
    setNames(new Map(chosen.map(({ id, name }) => [id, name])));
    return chosen;
  };
  const begin = (action: BulkAction) => {
    const chosen = choose();
    setDone(undefined);
    work.clear();
    if (selection.isAll) askOfAll(action);
    else ask({ action, ids: chosen.map(({ id }) => id) });
  };
  const confirm = async (wish: Wish) => {
    const outcome = await work.run(wish);
    // If the dialog was closed meanwhile and the action failed, opens the dialog again to show the problem.
    // If the action succeeded, a dialog that was opened meanwhile stays open.
    ask((now) => (outcome === undefined ? wish : now === wish ? undefined : now));
    if (outcome === undefined) return;
    setDone(outcome);
    selection.clear();
  };
  const followed = useOperation(work.operation?.id).record ?? work.operation;
  const shown = work.operation === undefined ? done : followed;
  return (
    <>
      {work.operation === undefined && (
        <SelectionActions
          selection={selection}
          begin={begin}
          reprice={() => {
            const ids = choose().map(({ id }) => id);
            price(selection.isAll ? found : { ids });
          }}
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
            selection.clear();
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
            selection.clear();
          }}
        />
      )}
      {asked !== undefined && (
        <ConfirmDialog
          opened={work.operation === undefined}
          close={() => ask(undefined)}
          title={t(bulkQuestions[asked.action], { count: asked.ids.length })}
          verb={t(asked.action)}
          confirm={() => void confirm(asked)}
          write={work}
          isDangerous={asked.action === 'delete'}
        />
      )}
    </>
  );
}

interface SelectionActionsProps {
  selection: Selection;
  begin: (action: BulkAction) => void;
  reprice: () => void;
}

function SelectionActions({ selection, begin, reprice }: SelectionActionsProps) {
  const t = useTexts(bulkTexts);
  const tPrice = useTexts(priceTexts);
  return (
    <SelectionBar label={t('bulk')} selection={selection} selected={(count) => t('selected', { count })}>
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
    </SelectionBar>
  );
}

function WorkPanel({ operation, names }: { operation: OperationRecord; names: ReadonlyMap<number, string> }) {
  const t = useTexts(bulkTexts);
  return (
    <Card className="selection-bar" withBorder padding="sm" component="section" aria-label={t('work')}>
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
