import { Button, Group, Stack, type ButtonProps } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import type { WriteState } from '../data/use-write.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useTexts } from '../texts/language.tsx';
import { Dialog } from './dialog.tsx';
import { LongText } from './long-text.tsx';
import { ownDirection } from './own-direction.ts';
import { ProblemAlert } from './problem-alert.tsx';
import { submits } from './submits.ts';
import { partTexts } from './texts.ts';

type Write = Pick<WriteState<never, unknown>, 'isPending' | 'problem' | 'clear'>;

interface ConfirmDialogProps {
  /** False while the dialog is hidden, but keeps the typed reason. */
  opened?: boolean;
  close: () => void;
  title: string;
  /** The label of the button that confirms: a verb. */
  verb: string;
  confirm: (reason: string) => void;
  write: Partial<Write>;
  isDangerous?: boolean;
  /** Focuses the button that confirms. For dialogs that the user opens only to confirm. */
  isExpected?: boolean;
  size?: 'md' | 'lg';
  /** If present, the dialog asks for a reason and offers these templates. */
  reason?: { field: string; templates?: readonly string[]; isRequired: boolean };
  children?: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened = true, close, title, verb, confirm, write, children } = props;
  const { isDangerous = false, isExpected = false, size = 'md' } = props;
  const { isPending = false, problem } = write;
  const problemAt = useFieldProblem();
  const t = useTexts(partTexts);
  const [reason, setReason] = useState('');
  const mayConfirm = props.reason?.isRequired !== true || reason.trim() !== '';
  return (
    <Dialog opened={opened} onClose={close} title={title} size={size}>
      <form
        noValidate
        onSubmit={submits(() => {
          if (mayConfirm && !isPending) confirm(reason.trim());
        })}
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
              {...(isExpected && { 'data-autofocus': true })}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface ConfirmButtonProps extends Omit<ConfirmDialogProps, 'opened' | 'close' | 'confirm'> {
  write: Write;
  /** Resolves with undefined if the action was not done. The dialog then stays open, or opens again, and shows the problem. */
  confirm: (reason: string) => Promise<unknown>;
  label?: string;
  name?: string;
  look?: Pick<ButtonProps, 'size' | 'variant'>;
  asked?: () => void;
}

export function ConfirmButton({ label, name, look, asked, confirm, ...dialog }: ConfirmButtonProps) {
  const { verb, write, isDangerous = false } = dialog;
  const [isAsked, ask] = useState(false);
  const close = () => ask(false);
  return (
    <>
      <Button
        variant={isDangerous ? 'outline' : 'default'}
        {...(isDangerous && { color: 'red' })}
        {...look}
        aria-label={name}
        onClick={() => {
          if (!write.isPending) write.clear();
          asked?.();
          ask(true);
        }}
      >
        {label ?? verb}
      </Button>
      <ConfirmDialog
        {...dialog}
        opened={isAsked}
        close={close}
        confirm={(reason) => {
          // If the dialog was closed meanwhile and the action failed, opens the dialog again to show the
          // problem.
          void confirm(reason).then((result) => ask(result === undefined));
        }}
      />
    </>
  );
}

interface ReasonFieldProps {
  templates?: readonly string[];
  isRequired: boolean;
  value: string;
  change: (reason: string) => void;
  problem: string | undefined;
}

export function ReasonField({ templates = [], isRequired, value, change, problem }: ReasonFieldProps) {
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
      <LongText
        data-autofocus
        label={t('reason')}
        required={isRequired}
        maxLength={500}
        minRows={2}
        attributes={ownDirection}
        value={value}
        error={problem}
        onChange={(event) => change(event.currentTarget.value)}
      />
    </Stack>
  );
}
