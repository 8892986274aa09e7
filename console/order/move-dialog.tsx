import { Text } from '@mantine/core';
import { useReasonTemplates } from '../data/use-settings.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useTexts } from '../texts/language.tsx';
import { orderTexts } from './texts.ts';
import type { Moving, OpenOrderState } from './use-open-order.ts';

interface MoveDialogProps {
  state: OpenOrderState;
  moving: Moving;
}

/**
 * Asks for confirmation before an order is rejected, cancelled or returned. While the page shows a notice about the write, the
 * dialog is hidden and keeps the typed reason.
 */
export function MoveDialog({ state, moving: { move, seen } }: MoveDialogProps) {
  const t = useTexts(orderTexts);
  const templates = useReasonTemplates();
  const { step, leaveMoving, finish } = state;
  const verb = t(`to_${move.to}`);
  return (
    <ConfirmDialog
      opened={step !== 'taken' && step !== 'kept' && step !== 'conflict'}
      close={leaveMoving}
      title={t('moveQuestion', { verb, number: seen.order.order_number })}
      verb={verb}
      isDangerous
      write={state}
      confirm={(reason) => {
        const body = { status: move.to, ...(reason !== '' && { reject_reason: reason }) };
        void finish({ kind: 'change', part: 'move', body }, seen);
      }}
      {...(move.reason !== 'none' && {
        reason: { field: 'reject_reason', templates, isRequired: move.reason === 'required' },
      })}
    >
      <Text>{t(move.to === 'returned' ? 'returnMore' : 'moveMore')}</Text>
    </ConfirmDialog>
  );
}
