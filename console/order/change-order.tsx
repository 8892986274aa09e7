import { Button } from '@mantine/core';
import { useState } from 'react';
import { adminOperationsUndo } from '#clients/typescript/src/main.ts';
import { preferring, useWrite } from '../data/use-write.ts';
import { later } from '../parts/later.tsx';
import { useShortcuts } from '../parts/shortcuts.tsx';
import { useToast, useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { changeableStates } from './change-draft.ts';
import { changeTexts } from './change-texts.ts';
import type { Seen } from './order-change.ts';

const ChangeDialog = later(() => import('./change-dialog.tsx'));

interface ChangeOrderProps {
  seen: Seen;
  undo: (operation: string) => void;
}

/** The button for changing several things of an order in one step. Hidden once the order is shipped or closed. */
export function ChangeOrder({ seen, undo }: ChangeOrderProps) {
  const t = useTexts(changeTexts);
  const [opened, setOpened] = useState<Seen | null>(null);
  const isPossible = changeableStates.includes(seen.order.status);
  const open = () => setOpened(seen);
  useShortcuts(isPossible ? [{ key: 'l', does: t('changeOrder'), run: open }] : []);
  return (
    <>
      {isPossible && (
        <Button variant="default" onClick={open}>
          {t('changeOrder')}
        </Button>
      )}
      {opened !== null && <ChangeDialog seen={opened} close={() => setOpened(null)} undo={undo} />}
    </>
  );
}

/** Undoes a change set that was saved a moment ago, and reports the outcome. */
export function useUndoChange(number: string) {
  const t = useTexts(changeTexts);
  const toast = useToast();
  return useWrite(
    (id: string, options) =>
      adminOperationsUndo({ ...preferring(options, 'wait=2'), path: { id }, body: {} }),
    {
      touches: [['orders'], ['payments'], ['inventory'], ['operations']],
      // The undo is bulk work on one order. If the undo is rejected, the report contains the error.
      done: ({ errors: [refused] }) => {
        if (refused === undefined) toast({ message: t('undone') });
        else if (refused.code === 'changed_since') toast({ message: t('changedSince') });
        else toast({ message: t('notUndone', { reason: refused.message }) });
      },
      failedUnseen: useUnseenFailure(t('undoChange', { number })),
    },
  );
}
