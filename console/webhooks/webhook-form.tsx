import { Card, NativeSelect, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { webhooksUpdate, type Webhook } from '#clients/typescript/src/main.ts';
import { eventTypes } from '../data/live-events.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecordForm, type RecordForm } from '../data/use-record-form.ts';
import { ownDirection } from '../parts/own-direction.ts';
import { RecordFields } from '../parts/record-fields.tsx';
import { useTexts } from '../texts/language.tsx';
import { webhookTexts } from './texts.ts';
import { typesIn, webhookBody, webhookDraft } from './webhook-draft.ts';

interface WebhookFormProps {
  record: Webhook;
  etag: string | undefined;
  refresh: () => Promise<unknown>;
}

/** Edits an endpoint's URL, event types and payload. */
export function WebhookForm({ record, etag, refresh }: WebhookFormProps) {
  const t = useTexts(webhookTexts);
  const current = webhookDraft(record);
  const form = useRecordForm({
    name: 'webhook',
    current,
    etag,
    refresh,
    send: (client, changes, headers) =>
      webhooksUpdate({ client, headers, path: { webhook: record.id }, body: webhookBody(changes) }),
    touches: [['webhooks']],
  });
  const labels = useWebhookLabels(form);
  return (
    <Card withBorder component="section" aria-labelledby="endpoint">
      <Title order={2} size="h4" id="endpoint" mb="md">
        {t('endpoint')}
      </Title>
      <RecordFields form={form} current={current} labels={labels}>
        <WebhookFields form={form} labels={labels} />
      </RecordFields>
    </Card>
  );
}

interface WebhookFieldsProps {
  form: RecordForm;
  labels: Readonly<Record<string, string>>;
}

export function WebhookFields({ form, labels }: WebhookFieldsProps) {
  const t = useTexts(webhookTexts);
  const mayWrite = useMayWrite();
  const { readOnly: _, ...payload } = form.text('payload');
  return (
    <Stack>
      <TextInput
        label={labels['url']}
        description={t('urlHint')}
        {...form.text('url')}
        dir="ltr"
        inputMode="url"
        autoComplete="off"
        required
      />
      <TypesField form={form} labels={labels} />
      <NativeSelect
        label={labels['payload']}
        {...payload}
        disabled={!mayWrite}
        data={[
          { value: 'thin', label: t('thin') },
          { value: 'full', label: t('full') },
        ]}
      />
      <TextInput
        label={labels['description']}
        {...form.text('description')}
        attributes={ownDirection}
        autoComplete="off"
      />
    </Stack>
  );
}

/** Suggests event types, but accepts any text, such as newer types and prefixes with a star. */
function TypesField({ form, labels }: WebhookFieldsProps) {
  const t = useTexts(webhookTexts);
  const mayWrite = useMayWrite();
  const problem = useProblemOfTypes(form);
  const [isOpen, setOpen] = useState(false);
  return (
    <TagsInput
      label={labels['types']}
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

export function useWebhookLabels(form: RecordForm): Readonly<Record<string, string>> {
  const t = useTexts(webhookTexts);
  const each = typesIn(form.draft).map((_, index) => [`types.${index}`, t('types')] as const);
  return {
    url: t('url'),
    types: t('types'),
    payload: t('payload'),
    description: t('description'),
    ...Object.fromEntries(each),
  };
}
