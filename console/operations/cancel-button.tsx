import { Button } from '@mantine/core';
import { useState } from 'react';
import { operationsCancel } from '#clients/typescript/src/main.ts';
import { useAction } from '../data/use-action.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useTexts } from '../texts/language.tsx';
import { operationsTexts } from './texts.ts';

/** Asks for confirmation, then cancels an operation. Records that are already changed stay changed. */
export function CancelButton({ id }: { id: string }) {
  const t = useTexts(operationsTexts);
  const [isAsked, ask] = useState(false);
  const cancel = useAction(
    (client, operation: string) => operationsCancel({ client, path: { id: operation } }),
    { touches: [['operations']], done: () => ask(false) },
  );
  return (
    <>
      <Button variant="outline" color="red" onClick={() => ask(true)}>
        {t('cancel')}
      </Button>
      <ConfirmDialog
        opened={isAsked}
        close={() => ask(false)}
        title={t('cancelAsked')}
        verb={t('cancel')}
        confirm={() => void cancel.run(id)}
        isPending={cancel.isPending}
        isDangerous
        problem={cancel.problem}
      >
        {t('cancelMore')}
      </ConfirmDialog>
    </>
  );
}
