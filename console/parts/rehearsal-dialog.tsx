import { Anchor, Button, Group, Loader, Stack, type ModalProps } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { BulkOperation } from '#clients/typescript/src/main.ts';
import { operationAddress } from '../data/operation-address.ts';
import type { RehearsedWork } from '../data/use-rehearsed-work.ts';
import { useTexts } from '../texts/language.tsx';
import { Dialog } from './dialog.tsx';
import { isSecondClick } from './is-second-click.ts';
import { OperationOutcome } from './operation-outcome.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';

interface RehearsalDialogProps {
  title: string;
  size?: ModalProps['size'];
  work: Omit<RehearsedWork<never>, 'rehearse'>;
  close: () => void;
  /** Begins the rehearsal (a dry run) when the dialog opens. Absent when a form begins the rehearsal. */
  begin?: (() => void) | undefined;
  /** Asks which change to make. Shown until a rehearsal of the change begins. */
  form?: ReactNode;
  /** The form's labels, keyed by the API's field names. */
  labels?: Readonly<Record<string, string>>;
  /** Shown while the rehearsal runs. */
  checking: string;
  /** Shown while the store works, in place of the operation's progress. */
  working?: () => ReactNode;
  preview: (rehearsal: BulkOperation) => ReactNode;
  /** Shows what the work changed, in place of the operation's outcome. */
  outcome?: (report: BulkOperation) => ReactNode;
  nameOf?: (id: number) => string | undefined;
  /** The label of the button that applies the rehearsal to this many records. */
  verb: (changed: number) => string;
  isDangerous?: boolean;
  toEach?: string;
  toOperation: string;
}

/**
 * Rehearses bulk work and shows the changes that it would make. Then applies exactly these changes, and
 * reports the changed records.
 */
export function RehearsalDialog(props: RehearsalDialogProps) {
  const { title, size = 'md', work, close, begin, labels } = props;
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current || begin === undefined) return;
    isBegun.current = true;
    begin();
  });
  return (
    <Dialog opened onClose={close} size={size} title={title}>
      <Stack>
        <Step {...props} />
        <ProblemAlert problem={work.problem} {...(labels !== undefined && { labels })} />
      </Stack>
    </Dialog>
  );
}

function Step(props: RehearsalDialogProps) {
  const t = useTexts(partTexts);
  const { work, close, form, checking, working, preview, outcome, nameOf = () => undefined } = props;
  const { verb, isDangerous = false, toEach, toOperation } = props;
  const { rehearsal, report, operation } = work;
  if (report !== undefined) {
    return (
      <>
        {outcome?.(report) ?? <OperationOutcome operation={report} nameOf={nameOf} />}
        <Group justify="space-between">
          <Anchor component={Link} href={operationAddress(report.id)}>
            {toOperation}
          </Anchor>
          <Button
            autoFocus
            data-autofocus
            onClick={(event) => {
              if (!isSecondClick(event)) close();
            }}
          >
            {t('close')}
          </Button>
        </Group>
      </>
    );
  }
  if (work.isApplying || work.isRehearsing) {
    if (working !== undefined) return working();
    if (operation !== undefined) return <OperationOutcome operation={operation} nameOf={nameOf} />;
    return <Loader size="sm" aria-label={checking} />;
  }
  if (rehearsal === undefined) return form;
  const { changed = 0 } = rehearsal.result ?? {};
  return (
    <>
      {preview(rehearsal)}
      <Group justify="flex-end">
        {toEach !== undefined && (
          <Anchor component={Link} href={operationAddress(rehearsal.id)}>
            {toEach}
          </Anchor>
        )}
        <Button variant="default" onClick={close}>
          {t('goBack')}
        </Button>
        <Button
          disabled={changed === 0}
          onClick={() => void work.apply()}
          {...(isDangerous ? { color: 'red' } : { autoFocus: true, 'data-autofocus': true })}
        >
          {verb(changed)}
        </Button>
      </Group>
    </>
  );
}
