import { Card, Group, SimpleGrid, Stack, Switch, Textarea, TextInput, Title } from '@mantine/core';
import { useSession } from '../data/session.tsx';
import type { RecordForm } from '../data/use-record-form.ts';
import type { Language } from '../texts/define-texts.ts';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueKind } from './kinds.ts';
import { LanguageSigns } from './language-signs.tsx';
import { catalogueTexts } from './texts.ts';
import { useFieldLabels } from './use-field-labels.ts';

const languages = ['en', 'ar'] as const;

/** The inputs for a product or a subscription: the prices, and the texts in both languages side by side. */
export function CatalogueFields({ kind, form }: { kind: CatalogueKind; form: RecordForm }) {
  const t = useTexts(catalogueTexts);
  const { currency } = useSession();
  const labels = useFieldLabels();
  const amount = (field: string) => (
    <TextInput
      label={labels[field]}
      {...form.text(field)}
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      rightSection={<bdi>{currency}</bdi>}
      rightSectionWidth="4rem"
      required={field === 'price'}
    />
  );
  return (
    <>
      <Card withBorder component="section" aria-labelledby="what-customers-read">
        <Stack>
          <Group justify="space-between">
            <Title order={2} size="h4" id="what-customers-read">
              {t('both')}
            </Title>
            <div role="status">
              <LanguageSigns translations={translationsOf(form)} />
            </div>
          </Group>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {languages.map((language) => (
              <LanguageFields key={language} language={language} form={form} />
            ))}
          </SimpleGrid>
        </Stack>
      </Card>
      <Card withBorder component="section" aria-labelledby="sale">
        <Stack>
          <Title order={2} size="h4" id="sale">
            {t('sale')}
          </Title>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {amount('price')}
            {kind.isStocked && amount('manufacturing_price')}
          </SimpleGrid>
          <Switch label={t(kind.isStocked ? 'isActive' : 'isActivePlan')} {...form.flag('is_active')} />
        </Stack>
      </Card>
    </>
  );
}

function LanguageFields({ language, form }: { language: Language; form: RecordForm }) {
  const labels = useFieldLabels();
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const written = { lang: language, dir: direction } as const;
  return (
    <Stack gap="sm">
      <TextInput
        label={labels[`${language}.name`]}
        {...form.text(`${language}.name`)}
        {...written}
        required
      />
      <Textarea
        label={labels[`${language}.description`]}
        {...form.text(`${language}.description`)}
        {...written}
        required
        autosize
        minRows={3}
        maxRows={12}
      />
    </Stack>
  );
}

function translationsOf({ draft }: RecordForm) {
  const textsIn = (language: Language) => ({
    name: String(draft[`${language}.name`] ?? ''),
    description: String(draft[`${language}.description`] ?? ''),
  });
  return { en: textsIn('en'), ar: textsIn('ar') };
}
