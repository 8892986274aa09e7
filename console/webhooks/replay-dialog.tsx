import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { adminWebhooksReplay } from '#clients/typescript/src/main.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useWrite } from '../data/use-write.ts';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { webhookTexts } from './texts.ts';

const places = ['moment', 'cursor', 'oldest'] as const;
type Place = (typeof places)[number];

interface ReplayDialogProps {
  webhook: number;
  close: () => void;
  replayed: () => void;
}

export function ReplayDialog({ webhook, close, replayed }: ReplayDialogProps) {
  const problemAt = useFieldProblem();
  const t = useTexts(webhookTexts);
  const [place, choose] = useState<Place>('moment');
  const [typed, setTyped] = useState('');
  const replay = useWrite(
    (after: string, options) => adminWebhooksReplay({ ...options, path: { webhook }, body: { after } }),
    {
      touches: [
        ['webhooks', webhook],
        ['webhook-deliveries', webhook],
      ],
      done: replayed,
      failedUnseen: useUnseenFailure(t('replayTitle')),
    },
  );
  const wrong = problemAt(replay.problem, 'after');
  const isAtField = wrong !== undefined && place !== 'oldest';
  return (
    <ConfirmDialog
      close={close}
      title={t('replayTitle')}
      verb={t('sendAgain')}
      confirm={() => void replay.run(place === 'oldest' ? '0' : typed)}
      write={{ ...replay, problem: isAtField ? undefined : replay.problem }}
    >
      <Text>{t('replayMore')}</Text>
      <NativeSelect
        label={t('replayFrom')}
        value={place}
        data={places.map((value) => ({ value, label: t(value) }))}
        onChange={({ currentTarget: { value } }) => {
          choose(value as Place);
          setTyped('');
          replay.clear();
        }}
        data-autofocus
      />
      {place !== 'oldest' && (
        <TextInput
          key={place}
          type={place === 'moment' ? 'datetime-local' : 'text'}
          label={t(place)}
          description={t(place === 'moment' ? 'momentHint' : 'cursorHint')}
          value={typed}
          error={wrong}
          dir="ltr"
          autoComplete="off"
          required
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
      )}
    </ConfirmDialog>
  );
}
