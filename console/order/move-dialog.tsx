import { Text } from '@mantine/core';
import { settingsRead, type Order, type StoreError } from '#clients/typescript/src/main.ts';
import { useRecord } from '../data/use-record.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useLanguage, useTexts } from '../texts/language.tsx';
import type { Move } from './next-moves.ts';
import { orderTexts } from './texts.ts';

interface MoveDialogProps {
  order: Order;
  move: Move;
  isOpen: boolean;
  isPending: boolean;
  problem: StoreError | undefined;
  confirm: (reason: string) => void;
  close: () => void;
}

/**
 * Asks for a reason before an order is rejected, cancelled or returned. The reason is typed, or picked from the shop's
 * templates.
 */
export function MoveDialog({ order, move, isOpen, isPending, problem, confirm, close }: MoveDialogProps) {
  const t = useTexts(orderTexts);
  const { language } = useLanguage();
  const settings = useRecord(['settings'], (client, options) => settingsRead({ client, ...options }));
  const templates = settings.record?.reason_templates.map((template) => template[language]) ?? [];
  const verb = t(`to_${move.to}`);
  return (
    <ConfirmDialog
      opened={isOpen}
      close={close}
      title={t('moveQuestion', { verb, number: order.order_number })}
      verb={verb}
      isDangerous
      isPending={isPending}
      problem={problem}
      confirm={confirm}
      {...(move.reason !== 'none' && {
        reason: { field: 'reject_reason', templates, isRequired: move.reason === 'required' },
      })}
    >
      <Text>{t('moveMore')}</Text>
    </ConfirmDialog>
  );
}
