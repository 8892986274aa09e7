import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { operationAddress } from '../data/operation-address.ts';
import { useRehearsedWork, type RehearsedWork } from '../data/use-rehearsed-work.ts';
import { OperationOutcome } from '../parts/operation-outcome.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { partTexts } from '../parts/texts.ts';
import { useTexts } from '../texts/language.tsx';
import { bulkQuestions, sendBulk, type BulkAction } from './bulk-action.ts';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { CatalogueKind } from './kinds.ts';
import { bulkTexts } from './texts.ts';
import { Dialog } from '../parts/dialog.tsx';

interface WholeDialogProps {
  kind: CatalogueKind;
  action: BulkAction;
  selection: CatalogueSelection;
  close: () => void;
}

const titles = { activate: 'activateAll', deactivate: 'deactivateAll', delete: 'deleteAll' } as const;

/** Applies an action to every match of a list: rehearses it, shows the count, then changes exactly the rehearsed records. */
export function WholeDialog({ kind, action, selection, close }: WholeDialogProps) {
  const t = useTexts(bulkTexts);
  const work = useRehearsedWork<BulkAction>(
    (client, wish, headers) =>
      sendBulk(kind, client, { action: wish, selection, isRehearsed: true }, headers),
    [[kind.name]],
  );
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    void work.rehearse(action);
  });
  return (
    <Dialog opened onClose={close} title={t(titles[action])}>
      <Stack>
        <Step work={work} action={action} close={close} />
        <ProblemAlert problem={work.problem} />
      </Stack>
    </Dialog>
  );
}

type StepProps = Pick<WholeDialogProps, 'action' | 'close'> & { work: RehearsedWork<BulkAction> };

function Step({ work, action, close }: StepProps) {
  const t = useTexts(bulkTexts);
  const tPart = useTexts(partTexts);
  const { rehearsal, report, operation } = work;
  if (report !== undefined) {
    return (
      <>
        <OperationOutcome operation={report} />
        <Group justify="space-between">
          <Anchor component={Link} href={operationAddress(report.id)}>
            {t('follow')}
          </Anchor>
          <Button autoFocus data-autofocus onClick={close}>
            {tPart('close')}
          </Button>
        </Group>
      </>
    );
  }
  if (work.isApplying || work.isRehearsing) {
    if (operation !== undefined) return <OperationOutcome operation={operation} />;
    return <Loader size="sm" aria-label={t('checking')} />;
  }
  if (rehearsal === undefined) return null;
  const { changed = 0 } = rehearsal.result ?? {};
  return (
    <>
      <Text fw={600} role="status">
        {t(bulkQuestions[action], { count: changed })}
      </Text>
      {/* A rehearsal changes nothing, so show only the records that cannot change. */}
      <OperationOutcome operation={{ ...rehearsal, result: null }} />
      <Group justify="flex-end">
        <Anchor component={Link} href={operationAddress(rehearsal.id)} className="starts">
          {t('each')}
        </Anchor>
        <Button variant="default" onClick={close}>
          {tPart('goBack')}
        </Button>
        <Button
          disabled={changed === 0}
          onClick={() => void work.apply()}
          {...(action === 'delete' && { color: 'red' })}
        >
          {t(action)}
        </Button>
      </Group>
    </>
  );
}
