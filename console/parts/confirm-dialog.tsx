import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useTexts } from '../texts/language.tsx';
import { ownDirection } from './own-direction.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { partTexts } from './texts.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  opened: boolean;
  close: () => void;
  title: string;
  /** The confirming button's label, a verb. */
  verb: string;
  confirm: (reason: string) => void;
  isPending?: boolean;
  /** True when the action cannot be undone. */
  isDangerous?: boolean;
  problem?: StoreError | undefined;
  /** Asks for a reason and offers these templates. */
  reason?: { field: string; templates: readonly string[]; isRequired: boolean };
  children?: ReactNode;
}

/** Asks for confirmation, and for a reason if `reason` is set. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const problemAt = useFieldProblem();
  const {
    opened,
    close,
    title,
    verb,
    confirm,
    isPending = false,
    isDangerous = false,
    problem,
    children,
  } = props;
  const t = useTexts(partTexts);
  const [reason, setReason] = useState('');
  const mayConfirm = props.reason?.isRequired !== true || reason.trim() !== '';
  return (
    <Dialog opened={opened} onClose={close} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mayConfirm && !isPending) confirm(reason.trim());
        }}
      >
        <Stack>
          {children}
          {props.reason !== undefined && (
            <ReasonField
              {...props.reason}
              value={reason}
              change={setReason}
              problem={problemAt(problem, props.reason.field)}
            />
          )}
          <ProblemAlert problem={problem} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {t('goBack')}
            </Button>
            <Button
              type="submit"
              loading={isPending}
              disabled={!mayConfirm}
              {...(isDangerous && { color: 'red' })}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface ReasonFieldProps {
  templates: readonly string[];
  isRequired: boolean;
  value: string;
  change: (reason: string) => void;
  problem: string | undefined;
}

/** A reason, typed or picked from the templates. */
export function ReasonField({ templates, isRequired, value, change, problem }: ReasonFieldProps) {
  const t = useTexts(partTexts);
  const labelId = useId();
  return (
    <Stack gap="xs">
      {templates.length > 0 && (
        <Group gap="xs" role="group" aria-labelledby={labelId}>
          <span id={labelId}>{t('reasonTemplates')}</span>
          {templates.map((template) => (
            <Button key={template} size="xs" variant="default" onClick={() => change(template)}>
              {template}
            </Button>
          ))}
        </Group>
      )}
      <Textarea
        data-autofocus
        label={t('reason')}
        required={isRequired}
        maxLength={500}
        autosize
        minRows={2}
        attributes={ownDirection}
        value={value}
        error={problem}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Stack>
  );
}
