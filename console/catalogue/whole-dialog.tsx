import { Text } from '@mantine/core';
import type { BulkOperation, Write } from '#clients/typescript/src/main.ts';
import { useRehearsedWork } from '../data/use-rehearsed-work.ts';
import type { SendOptions } from '../data/use-write.ts';
import { OperationOutcome } from '../parts/operation-outcome.tsx';
import { RehearsalDialog } from '../parts/rehearsal-dialog.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueSelection } from './catalogue-selection.ts';
import type { BulkBody, CatalogueKind } from './kinds.ts';
import { bulkTexts } from './texts.ts';

export type BulkAction = 'activate' | 'deactivate' | 'delete';
export const bulkActions: readonly BulkAction[] = ['activate', 'deactivate', 'delete'];
export const bulkQuestions = {
  activate: 'bulkActivate',
  deactivate: 'bulkDeactivate',
  delete: 'bulkDelete',
} as const;

export function sendBulk(
  kind: CatalogueKind,
  action: BulkAction,
  body: BulkBody,
  options: SendOptions,
): Write<BulkOperation> {
  if (action === 'delete') return kind.removeAll({ ...options, body });
  const status = action === 'activate' ? 'active' : 'inactive';
  return kind.updateAll({ ...options, body: { ...body, status } });
}

interface WholeDialogProps {
  kind: CatalogueKind;
  action: BulkAction;
  selection: CatalogueSelection;
  close: () => void;
}

export function WholeDialog({ kind, action, selection, close }: WholeDialogProps) {
  const t = useTexts(bulkTexts);
  const title = t(`${action}All`);
  const work = useRehearsedWork<BulkAction>(
    (wish, options) => sendBulk(kind, wish, { ...selection, dry_run: true }, options),
    [[kind.name]],
    useUnseenFailure(title),
  );
  return (
    <RehearsalDialog
      title={title}
      work={work}
      close={close}
      begin={() => void work.rehearse(action)}
      checking={t('checking')}
      preview={(rehearsal) => (
        <>
          <Text fw={600} role="status">
            {t(bulkQuestions[action], { count: rehearsal.result?.changed ?? 0 })}
          </Text>
          {/* A rehearsal (a dry run) changes nothing, so show only the records that cannot change. */}
          <OperationOutcome operation={{ ...rehearsal, result: null }} />
        </>
      )}
      verb={() => t(action)}
      isDangerous={action === 'delete'}
      toEach={t('seeEach')}
      toOperation={t('follow')}
    />
  );
}
