import { Card, SimpleGrid, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { settingsUpdate, type ShopSettings } from '#clients/typescript/src/main.ts';
import { useRecordForm, type RecordForm } from '../data/use-record-form.ts';
import { RecordFields } from '../parts/record-fields.tsx';
import { useTexts } from '../texts/language.tsx';
import { ReasonTemplates } from './reason-templates.tsx';
import { languages, sentLabels, settingsBody, settingsDraft, shopTexts } from './settings-draft.ts';
import { settingsTexts } from './texts.ts';
import { useSettingsLabels } from './use-settings-labels.ts';

interface ShopFormProps {
  record: ShopSettings;
  etag: string | undefined;
  refresh: () => Promise<unknown>;
}

/** Edits the shop's details for slips and invoices, and the reason templates. */
export function ShopForm({ record, etag, refresh }: ShopFormProps) {
  const t = useTexts(settingsTexts);
  const current = settingsDraft(record);
  const form = useRecordForm({
    name: 'shop',
    current,
    etag,
    refresh,
    // All reasons are sent, numbered by their places in the list on which the edit began.
    send: (client, changes, headers, draft) =>
      settingsUpdate({ client, headers, body: settingsBody(draft, changes) }),
    touches: [['settings']],
  });
  const labels = useSettingsLabels(form.draft);
  return (
    <RecordFields
      form={form}
      current={current}
      labels={labels}
      refusedLabels={sentLabels(form.draft, labels)}
    >
      <Card withBorder component="section" aria-labelledby="shop">
        <Stack>
          <Title order={2} size="h4" id="shop">
            {t('shop')}
          </Title>
          <ShopTexts form={form} labels={labels} />
          <Text c="dimmed">{t('fixed', { currency: record.currency, zone: record.time_zone })}</Text>
        </Stack>
      </Card>
      <ReasonTemplates form={form} labels={labels} />
    </RecordFields>
  );
}

function ShopTexts({ form, labels }: { form: RecordForm; labels: Readonly<Record<string, string>> }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {languages.map((language) => (
          <Stack key={language} gap="sm">
            {shopTexts.map((name) => {
              const field = `${language}.${name}`;
              const written = {
                lang: language,
                dir: language === 'ar' ? 'rtl' : 'ltr',
                autoComplete: 'off',
              } as const;
              const shown = { label: labels[field], ...form.text(field), ...written };
              return name === 'name' ? (
                <TextInput key={field} {...shown} />
              ) : (
                <Textarea key={field} {...shown} autosize minRows={2} maxRows={6} />
              );
            })}
          </Stack>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput label={labels['tax_number']} {...form.text('tax_number')} dir="ltr" autoComplete="off" />
        <TextInput
          label={labels['phone']}
          {...form.text('phone')}
          dir="ltr"
          inputMode="tel"
          autoComplete="off"
        />
      </SimpleGrid>
    </>
  );
}
