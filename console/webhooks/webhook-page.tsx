import { Alert, Anchor, Loader, Stack } from '@mantine/core';
import { Link, useParams } from 'wouter';
import { NotFound, webhooksRead } from '#clients/typescript/src/main.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecord } from '../data/use-record.ts';
import { BackLink } from '../parts/back-link.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { ProblemAlert } from '../parts/problem-alert.tsx';
import { partTexts } from '../parts/texts.ts';
import { useTexts } from '../texts/language.tsx';
import { Deliveries } from './deliveries.tsx';
import { NewWebhook } from './new-webhook.tsx';
import { webhookTexts } from './texts.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookBadge } from './webhook-badge.tsx';
import { WebhookForm } from './webhook-form.tsx';
import './webhooks.css';

const pageTexts = { ...webhookTexts, loading: partTexts.loading };

/** The page of one endpoint with its deliveries, or the form for a new endpoint. */
export default function WebhookPage() {
  const name = useParams()['webhook'] ?? '';
  if (name === 'new') return <NewWebhook />;
  const id = Number(name);
  return Number.isSafeInteger(id) && id > 0 ? <KnownWebhook key={id} id={id} /> : <UnknownWebhook />;
}

function KnownWebhook({ id }: { id: number }) {
  const t = useTexts(pageTexts);
  const mayWrite = useMayWrite();
  const { record, etag, problem, refresh } = useRecord(['webhooks', id], (client, options) =>
    webhooksRead({ client, path: { webhook: id }, ...options }),
  );
  if (problem instanceof NotFound) return <UnknownWebhook />;
  if (record === undefined) {
    if (problem !== undefined) return <ProblemAlert problem={problem} retry={() => void refresh()} />;
    return <Loader aria-label={t('loading')} />;
  }
  const { status, disabled_reason: reason } = record;
  return (
    <Stack>
      <BackLink href="/settings/webhooks">{t('title')}</BackLink>
      <PageTitle title={new URL(record.url).host}>
        <WebhookBadge status={status} />
      </PageTitle>
      {reason !== null && (
        <Alert color="orange" className="problem-alert" title={t('disabledTitle')}>
          {t(`disabled_${reason}`)}
        </Alert>
      )}
      {mayWrite && <WebhookActions record={record} />}
      <WebhookForm record={record} etag={etag} refresh={refresh} />
      <Deliveries webhook={id} />
    </Stack>
  );
}

function UnknownWebhook() {
  const t = useTexts(webhookTexts);
  return (
    <>
      <PageTitle title={t('title')} />
      <EmptyState title={t('gone')}>
        <Anchor component={Link} href="/settings/webhooks">
          {t('backToList')}
        </Anchor>
      </EmptyState>
    </>
  );
}
