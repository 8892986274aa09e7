import { SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { adminSettingsUpdate, type ShopSettings } from '#clients/typescript/src/main.ts';
import type { Draft } from '../data/draft.ts';
import { useRecordForm, type Labels, type RecordForm } from '../data/use-record-form.ts';
import { LongText } from '../parts/long-text.tsx';
import { RecordFields } from '../parts/record-fields.tsx';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import { useTexts } from '../texts/language.tsx';
import { ReasonTemplates } from './reason-templates.tsx';
import {
  allRows,
  languages,
  sentLabels,
  settingsBody,
  settingsDraft,
  shopTexts,
  templateField,
} from './settings-draft.ts';
import { settingsTexts } from './texts.ts';

export function ShopForm({ record, etag }: { record: ShopSettings; etag: string | undefined }) {
  const t = useTexts(settingsTexts);
  const form = useRecordForm({
    name: 'shop',
    current: settingsDraft(record),
    labels: useLabels(),
    etag,
    // If a reason changed, the request contains all reasons. Only `draft` has all of them.
    send: (changes, options, draft) =>
      adminSettingsUpdate({ ...options, body: settingsBody(draft, changes) }),
    touches: [['settings']],
    failedUnseen: useUnseenFailure(t('saveOf', { name: t('settings') })),
  });
  return (
    <RecordFields form={form} refusedLabels={sentLabels(form)}>
      <Section title={t('shop')}>
        <ShopTexts form={form} />
        <Text c="dimmed">{t('fixed', { currency: record.currency, zone: record.time_zone })}</Text>
      </Section>
      <ReasonTemplates form={form} />
    </RecordFields>
  );
}

function ShopTexts({ form }: { form: RecordForm }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {languages.map((language) => (
          <Stack key={language} gap="sm">
            {shopTexts.map((name) => {
              const shown = {
                ...form.text(`${language}.${name}`),
                lang: language,
                dir: language === 'ar' ? 'rtl' : 'ltr',
                autoComplete: 'off',
              } as const;
              return name === 'name' ? (
                <TextInput key={name} {...shown} />
              ) : (
                <LongText key={name} {...shown} minRows={2} maxRows={6} />
              );
            })}
          </Stack>
        ))}
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput {...form.text('tax_number')} dir="ltr" autoComplete="off" />
        <TextInput {...form.text('phone')} dir="ltr" inputMode="tel" autoComplete="off" />
        <TextInput {...form.text('logo_url')} dir="ltr" inputMode="url" autoComplete="off" />
      </SimpleGrid>
    </>
  );
}

function useLabels(): (draft: Draft) => Labels {
  const t = useTexts(settingsTexts);
  const names = { en: t('english'), ar: t('arabic') };
  const shop = languages.flatMap((language) =>
    shopTexts.map(
      (field) =>
        [
          `${language}.${field}`,
          t('shopTextIn', { text: t(`shop_${field}`), language: names[language] }),
        ] as const,
    ),
  );
  return (draft) => {
    const reasons = [...Array(allRows(draft).length).keys()].flatMap((row) => [
      ...languages.map((language) => {
        const label = t('template', { number: row + 1, language: names[language] });
        return [templateField(row, language), label] as const;
      }),
      [templateField(row, 'removed'), t('templateRemoved', { number: row + 1 })] as const,
    ]);
    return {
      ...Object.fromEntries([...shop, ...reasons]),
      tax_number: t('taxNumber'),
      phone: t('phone'),
      logo_url: t('logoUrl'),
      reason_templates: t('templates'),
    };
  };
}
