import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '../data/use-action.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useTexts } from '../texts/language.tsx';
import { decideParked, type ParkedAction } from './decide-parked.ts';
import { operationsTexts } from './texts.ts';

/** Redrives or discards a parked operation. Each action asks for a reason, which the store records. */
export function ParkedActions({ id }: { id: string }) {
  const t = useTexts(operationsTexts);
  const [asked, ask] = useState<ParkedAction>();
  const decide = useAction(decideParked, { touches: [['operations']], done: () => ask(undefined) });
  const begin = (action: ParkedAction) => {
    decide.clear();
    ask(action);
  };
  return (
    <Group>
      <Button onClick={() => begin('redrive')}>{t('redrive')}</Button>
      <Button variant="default" onClick={() => begin('discard')}>
        {t('discard')}
      </Button>
      {asked !== undefined && (
        <ConfirmDialog
          opened
          close={() => ask(undefined)}
          title={t(asked === 'redrive' ? 'redriveAsked' : 'discardAsked')}
          verb={t(asked)}
          confirm={(reason) => void decide.run({ id, action: asked, reason })}
          isPending={decide.isPending}
          isDangerous={asked === 'discard'}
          problem={decide.problem}
          reason={{ field: 'reason', templates: [], isRequired: true }}
        >
          {t(asked === 'redrive' ? 'redriveMore' : 'discardMore')}
        </ConfirmDialog>
      )}
    </Group>
  );
}
