import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useLocation } from 'wouter';
import {
  webhooksCreate,
  type WebhooksCreateBody,
  type WebhookWithSecret,
} from '#clients/typescript/src/main.ts';
import { useRecordForm } from '../data/use-record-form.ts';
import { BackLink } from '../parts/back-link.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { RecordFields } from '../parts/record-fields.tsx';
import { useTexts } from '../texts/language.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { webhookTexts } from './texts.ts';
import { newWebhook, webhookBody } from './webhook-draft.ts';
import { useWebhookLabels, WebhookFields } from './webhook-form.tsx';

/** Creates an endpoint, then shows its secret before it opens the endpoint's page. */
export function NewWebhook() {
  const t = useTexts(webhookTexts);
  const [, go] = useLocation();
  const [made, show] = useState<WebhookWithSecret>();
  const form = useRecordForm({
    name: 'new webhook',
    current: newWebhook,
    send: (client, changes, headers) => {
      // Sends values as typed, because the API reports which field is invalid.
      const body = webhookBody({ ...newWebhook, ...changes }) as WebhooksCreateBody;
      return webhooksCreate({ client, headers, body });
    },
    touches: [['webhooks', 'list']],
    saved: show,
  });
  const labels = useWebhookLabels(form);
  return (
    <Stack>
      <BackLink href="/settings/webhooks">{t('title')}</BackLink>
      <PageTitle title={t('newEndpoint')} />
      <RecordFields form={form} labels={labels} current={newWebhook} verb={t('create')} isNew>
        <WebhookFields form={form} labels={labels} />
      </RecordFields>
      {made !== undefined && (
        <SecretDialog
          secret={made.secret}
          close={() => go(`/settings/webhooks/${made.id}`, { replace: true })}
        />
      )}
    </Stack>
  );
}
