import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { StoreError } from '#clients/typescript/src/main.ts';
import { useTexts } from '../texts/language.tsx';
import { useProblemMessage } from './problem-message.ts';
import { partTexts } from './texts.ts';
import { isToastShown } from './toast-shown.ts';

interface Toast {
  message: string;
  undo?: () => void;
}

const shownMs = 6_000;
const withUndoMs = 12_000;

/** Reports an outcome for a few seconds. The next toast replaces it, so that the newest outcome is the only one on screen. */
export function useToast(): (toast: Toast) => void {
  const t = useTexts(partTexts);
  return ({ message, undo }) => {
    isToastShown.set(true);
    notifications.clean();
    const id = notifications.show({
      role: 'status',
      className: 'toast',
      autoClose: undo === undefined ? shownMs : withUndoMs,
      closeButtonProps: { 'aria-label': t('close') },
      message: (
        <Group justify="space-between" wrap="nowrap" gap="md">
          {message}
          {undo !== undefined && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => {
                notifications.hide(id);
                undo();
              }}
            >
              {t('undo')}
            </Button>
          )}
        </Group>
      ),
    });
  };
}

/** For the option `failedUnseen` of `useWrite`: reports a write that failed after its form, dialog or page was closed. */
export function useUnseenFailure(what: string): (problem: StoreError) => void {
  const t = useTexts(partTexts);
  const toast = useToast();
  const messageOf = useProblemMessage();
  return (problem) => toast({ message: t('notDone', { what, message: messageOf(problem) }) });
}
