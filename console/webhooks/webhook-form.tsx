import { NativeSelect, Stack, TagsInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  adminWebhooksCreate,
  adminWebhooksUpdate,
  type Webhook,
  type WebhooksCreateBody,
  type WebhookWithSecret,
} from '#clients/typescript/src/main.ts';
import type { Draft } from '../data/draft.ts';
import { eventTypes } from '../data/generated/types.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useGo } from '../data/use-go.ts';
import { useLeaveWarning } from '../data/use-leave-warning.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecordForm, type Labels, type RecordForm } from '../data/use-record-form.ts';
import { useIsMounted } from '../data/use-write.ts';
import { ownDirection } from '../parts/own-direction.ts';
import { PageTitle } from '../parts/page-title.tsx';
import { RecordFields } from '../parts/record-fields.tsx';
import { Section } from '../parts/section.tsx';
import { useToast, useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { webhookTexts } from './texts.ts';
import { newWebhook, typesIn, webhookBody, webhookDraft } from './webhook-draft.ts';

export function WebhookForm({ record, etag }: { record: Webhook; etag: string | undefined }) {
  const t = useTexts(webhookTexts);
  const form = useRecordForm({
    name: 'webhook',
    current: webhookDraft(record),
    labels: useLabels(),
    etag,
    send: (changes, options) =>
      adminWebhooksUpdate({ ...options, path: { webhook: record.id }, body: webhookBody(changes) }),
    touches: [['webhooks']],
    failedUnseen: useUnseenFailure(t('saveOf', { name: record.url })),
  });
  return (
    <Section title={t('endpoint')}>
      <RecordFields form={form}>
        <WebhookFields form={form} />
      </RecordFields>
    </Section>
  );
}

/** Shows the new endpoint's secret before it opens the endpoint's page. */
export function NewWebhook() {
  const t = useTexts(webhookTexts);
  const go = useGo();
  const [made, show] = useState<WebhookWithSecret>();
  const isMounted = useIsMounted();
  const toast = useToast();
  const lost = () => toast({ message: t('secretLost') });
  const form = useRecordForm({
    name: 'new webhook',
    current: newWebhook,
    labels: useLabels(),
    send: (_changes, options, draft) => {
      // Sends values as typed, because the API reports which field is invalid.
      const body = webhookBody(draft) as WebhooksCreateBody;
      return adminWebhooksCreate({ ...options, body });
    },
    touches: [['webhooks', 'list']],
    saved: (webhook) => (isMounted() ? show(webhook) : lost()),
    savedUnseen: lost,
    failedUnseen: useUnseenFailure(t('newEndpoint')),
  });
  useLeaveWarning(form.isPending || made !== undefined);
  return (
    <Stack>
      <PageTitle title={t('newEndpoint')} back={{ href: '/settings/webhooks', label: t('webhooks') }} />
      <RecordFields form={form} verb={t('create')} isNew>
        <WebhookFields form={form} />
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

function WebhookFields({ form }: { form: RecordForm }) {
  const t = useTexts(webhookTexts);
  const mayWrite = useMayWrite();
  const { readOnly: _, ...payload } = form.text('payload');
  return (
    <Stack>
      <TextInput
        description={t('urlHint')}
        {...form.text('url')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        required
      />
      <TypesField form={form} />
      <NativeSelect
        {...payload}
        disabled={!mayWrite}
        data={[
          { value: 'thin', label: t('thin') },
          { value: 'full', label: t('full') },
        ]}
      />
      <TextInput {...form.text('description')} attributes={ownDirection} autoComplete="off" />
    </Stack>
  );
}

/** Suggests event types, but accepts any text, such as newer types or prefixes with a star. */
function TypesField({ form }: { form: RecordForm }) {
  const t = useTexts(webhookTexts);
  const mayWrite = useMayWrite();
  const problem = useProblemOfTypes(form);
  const [isOpen, setOpen] = useState(false);
  return (
    <TagsInput
      label={t('types')}
      description={t('typesHint')}
      value={typesIn(form.draft)}
      onChange={(types) => {
        form.change({ types: types.join(',') });
        // Close the list, because it would cover the next button.
        setOpen(false);
      }}
      data={suggestions}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The list itself must scroll, so that the arrow keys can move in it.
      withScrollArea={false}
      styles={{ options: { maxHeight: '14rem', overflowY: 'auto' } }}
      error={problem}
      readOnly={!mayWrite}
      dir="ltr"
      comboboxProps={{ withinPortal: false }}
      required
    />
  );
}

/** Suggests patterns such as `orders.order.*` before the types themselves. */
const suggestions = [
  ...new Set(['*', ...eventTypes.map((type) => `${type.split('.').slice(0, 2).join('.')}.*`), ...eventTypes]),
];

/** Joins the messages for all invalid types, because the API reports each type separately, by its index. */
function useProblemOfTypes({ problem }: RecordForm): string | undefined {
  const problemAt = useFieldProblem();
  const wrong = Object.keys(problem?.fields ?? {}).filter((field) => /^types(\.\d+)?$/.test(field));
  return wrong.length === 0
    ? undefined
    : [...new Set(wrong.map((field) => problemAt(problem, field)))].join(' ');
}

function useLabels(): (draft: Draft) => Labels {
  const t = useTexts(webhookTexts);
  return (draft) => ({
    url: t('url'),
    types: t('types'),
    payload: t('payload'),
    description: t('description'),
    ...Object.fromEntries(typesIn(draft).map((_, index) => [`types.${index}`, t('types')])),
  });
}
