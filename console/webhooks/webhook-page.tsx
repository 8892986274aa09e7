import { Alert, Stack } from '@mantine/core';
import { useParams } from 'wouter';
import { adminWebhooksRead, NotFound } from '#clients/typescript/src/main.ts';
import { isId } from '../data/is-id.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { LoadState } from '../parts/load-state.tsx';
import { MissingPage } from '../parts/missing-page.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useTexts } from '../texts/language.tsx';
import { Deliveries } from './deliveries.tsx';
import { webhookTexts } from './texts.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookBadge } from './webhook-badge.tsx';
import { NewWebhook, WebhookForm } from './webhook-form.tsx';
import './webhooks.css';

export default function WebhookPage() {
  const name = useParams()['webhook'] ?? '';
  if (name === 'new') return <NewWebhook />;
  const id = Number(name);
  return isId(id) ? <KnownWebhook key={id} id={id} /> : <UnknownWebhook />;
}

function KnownWebhook({ id }: { id: number }) {
  const t = useTexts(webhookTexts);
  const mayWrite = useMayWrite();
  const read = useRecord(['webhooks', id], (options) =>
    adminWebhooksRead({ ...options, path: { webhook: id } }),
  );
  const { record, etag, problem } = read;
  if (problem instanceof NotFound) return <UnknownWebhook />;
  if (record === undefined) return <LoadState of={read} />;
  const { status, disabled_reason: reason } = record;
  return (
    <Stack>
      <PageTitle
        title={new URL(record.url).host}
        back={{ href: '/settings/webhooks', label: t('webhooks') }}
        after={<WebhookBadge status={status} />}
      />
      {reason !== null && (
        <Alert color="orange" title={t('disabledTitle')}>
          {t(`disabled_${reason}`)}
        </Alert>
      )}
      {mayWrite && <WebhookActions record={record} />}
      <WebhookForm record={record} etag={etag} />
      <Deliveries webhook={id} />
    </Stack>
  );
}

function UnknownWebhook() {
  const t = useTexts(webhookTexts);
  return <MissingPage title={t('gone')} href="/settings/webhooks" back={t('backToList')} />;
}
