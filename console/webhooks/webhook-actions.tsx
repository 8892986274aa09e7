import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import {
  adminWebhooksDelete,
  adminWebhooksPing,
  adminWebhooksRotateSecret,
  adminWebhooksUpdate,
  type Webhook,
} from '#clients/typescript/src/main.ts';
import { useGo } from '../data/use-go.ts';
import { useWrite } from '../data/use-write.ts';
import { ConfirmButton } from '../parts/confirm-dialog.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { webhookTexts } from './texts.ts';

export function WebhookActions({ record }: { record: Webhook }) {
  const t = useTexts(webhookTexts);
  const [isReplayed, setReplayed] = useState(false);
  const toggle = useToggle(record);
  const ping = usePing(record.id);
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" onClick={toggle.run} loading={toggle.isPending}>
          {t(record.status === 'active' ? 'disable' : 'enable')}
        </Button>
        {record.status === 'active' && (
          <Button variant="default" onClick={() => void ping.run(record.id)} loading={ping.isPending}>
            {t('ping')}
          </Button>
        )}
        <ReplayButton id={record.id} replayed={() => setReplayed(true)} />
        <RotateButton id={record.id} />
        <DeleteButton record={record} />
      </Group>
      <Text role="status">{isReplayed && t('replayed')}</Text>
      <ProblemAlert problem={toggle.problem ?? ping.problem} />
    </Stack>
  );
}

function useToggle({ id, status }: Webhook) {
  const t = useTexts(webhookTexts);
  const { run, isPending, problem } = useWrite(
    (next: Webhook['status'], options) =>
      adminWebhooksUpdate({ ...options, path: { webhook: id }, body: { status: next } }),
    {
      touches: [['webhooks']],
      failedUnseen: useUnseenFailure(t(status === 'active' ? 'disable' : 'enable')),
    },
  );
  return { run: () => void run(status === 'active' ? 'disabled' : 'active'), isPending, problem };
}

/** Opens the page of the ping's delivery, which shows the result. */
function usePing(id: number) {
  const t = useTexts(webhookTexts);
  const go = useGo();
  return useWrite((webhook: number, options) => adminWebhooksPing({ ...options, path: { webhook } }), {
    touches: [['webhook-deliveries', id]],
    done: (delivery) => go(`/settings/webhooks/${id}/deliveries/${delivery.id}`),
    failedUnseen: useUnseenFailure(t('ping')),
  });
}

function ReplayButton({ id, replayed }: { id: number; replayed: () => void }) {
  const t = useTexts(webhookTexts);
  const [isAsked, ask] = useState(false);
  const close = () => ask(false);
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        {t('replay')}
      </Button>
      {isAsked && (
        <ReplayDialog
          webhook={id}
          close={close}
          replayed={() => {
            close();
            replayed();
          }}
        />
      )}
    </>
  );
}

function RotateButton({ id }: { id: number }) {
  const t = useTexts(webhookTexts);
  const [made, show] = useState<{ secret: string | null }>();
  const rotate = useWrite(
    (webhook: number, options) => adminWebhooksRotateSecret({ ...options, path: { webhook } }),
    { done: show, failedUnseen: useUnseenFailure(t('rotate')) },
  );
  return (
    <>
      <ConfirmButton
        label={t('rotate')}
        title={t('rotateAsked')}
        verb={t('rotateVerb')}
        confirm={() => rotate.run(id)}
        write={rotate}
      >
        {t('rotateMore')}
      </ConfirmButton>
      {made !== undefined && <SecretDialog secret={made.secret} close={() => show(undefined)} />}
    </>
  );
}

function DeleteButton({ record: { id, url } }: { record: Webhook }) {
  const t = useTexts(webhookTexts);
  const go = useGo();
  const remove = useWrite(
    (webhook: number, options) => adminWebhooksDelete({ ...options, path: { webhook } }),
    {
      touches: [['webhooks', 'list']],
      done: () => go('/settings/webhooks'),
      failedUnseen: useUnseenFailure(t('deleteOf', { name: url })),
    },
  );
  return (
    <ConfirmButton
      title={t('deleteAsked')}
      verb={t('delete')}
      confirm={() => remove.run(id)}
      write={remove}
      isDangerous
    >
      <Stack gap="xs">
        <bdi dir="ltr">{url}</bdi>
        <Text>{t('deleteMore')}</Text>
      </Stack>
    </ConfirmButton>
  );
}
