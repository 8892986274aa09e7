import { Text } from '@mantine/core';
import {
  adminReturnsUpdate,
  type Order,
  type Return,
  type ReturnsUpdateBody,
} from '#clients/typescript/src/main.ts';
import type { WriteState } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ConflictAlert } from '../parts/conflict-alert.tsx';
import type { ReturnStep } from '../parts/return-states.ts';
import { useToast } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { returnTexts } from './return-texts.ts';
import { useDialogWrite } from './use-dialog-write.ts';

export interface ReturnDialogProps {
  order: Order;
  record: Return;
  /** The ETag of the return's version that the dialog shows. */
  etag: string | undefined;
  step: ReturnStep;
  close: () => void;
}

/** Asks before a return is approved, refused or closed. */
export function ReturnDialog(props: ReturnDialogProps) {
  const { record, step, close } = props;
  const t = useTexts(returnTexts);
  const write = useReturnStep(props);
  return (
    <ConfirmDialog
      close={close}
      title={t(`${step}Of`, { id: String(record.id) })}
      verb={t(`to_${step}`)}
      isDangerous={step === 'refused'}
      reason={{ field: 'reason', isRequired: false }}
      confirm={(reason) => void write.run({ status: step, ...(reason !== '' && { reason }) })}
      write={write}
    >
      {step !== 'received' && <Text>{t(`${step}More`)}</Text>}
      <ReturnConflict conflict={write.conflict} mine={t(`to_${step}`)} />
    </ConfirmDialog>
  );
}

/** Sends the return's new status with its ETag, so that two members of staff never receive the same goods twice. */
export function useReturnStep({ record: { id }, etag, step, close }: ReturnDialogProps) {
  const t = useTexts(returnTexts);
  const toast = useToast();
  return useDialogWrite(
    (body: ReturnsUpdateBody, options) => adminReturnsUpdate({ ...options, path: { return: id }, body }),
    {
      name: `return ${id}`,
      what: t(`${step}Of`, { id: String(id) }),
      etag,
      touches: [['orders'], ['returns'], ['payments'], ['inventory']],
      done: () => {
        close();
        toast({ message: t(`${step}Done`, { id: String(id) }) });
      },
    },
  );
}

interface ReturnConflictProps {
  conflict: WriteState<unknown, unknown>['conflict'];
  mine: string;
}

/**
 * Shown when another user has changed the return. If the user confirms again, the new status is sent again, based on the return's
 * current version.
 */
export function ReturnConflict({ conflict, mine }: ReturnConflictProps) {
  const t = useTexts(returnTexts);
  return (
    <ConflictAlert conflict={conflict} mine={<Text>{mine}</Text>}>
      <Text>{t('changedMore')}</Text>
    </ConflictAlert>
  );
}
