import { Card, NativeSelect, Stack, TagsInput, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { webhooksUpdate } from '#clients/typescript/src/main.ts';
import type { Webhook } from '#clients/typescript/src/main.ts';
import { eventTypes } from '../data/live-events.ts';
import { useFieldProblem } from '../data/use-field-problem.ts';
import { useMayWrite } from '../data/session.tsx';
import { useRecordForm } from '../data/use-record-form.ts';
import type { RecordForm } from '../data/use-record-form.ts';
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

/** Where it sends to, and what. */
export function WebhookForm({ record, etag, refresh }: WebhookFormProps) {
  const t = useTexts(webhookTexts);
  const current = webhookDraft(record);
  const form = useRecordForm({
    name: 'webhook',
    ...{ current, etag, refresh },
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
      <RecordFields {...{ form, current, labels }}>
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

/** Types to choose from, and whatever else one types: newer ones, and beginnings with a star. */
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
        // It would lie over the button that comes next.
        setOpen(false);
      }}
      data={suggestions}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      // The list itself scrolls, which the field's keys move in.
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

/** `orders.order.*` of `orders.order.placed.v2`, before the types themselves. */
const suggestions = [
  ...new Set(['*', ...eventTypes.map((type) => `${type.split('.').slice(0, 2).join('.')}.*`), ...eventTypes]),
];

/** The API names the place of each that is wrong. */
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
    ...{ url: t('url'), types: t('types'), payload: t('payload'), description: t('description') },
    ...Object.fromEntries(each),
  };
}
