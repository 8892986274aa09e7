import { Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useSession } from '../data/session.tsx';
import { useGo } from '../data/use-go.ts';
import { useRecordForm, type Labels, type RecordForm as Form } from '../data/use-record-form.ts';
import { useFormat } from '../format/use-format.ts';
import { LongText } from '../parts/long-text.tsx';
import { Picture } from '../parts/picture.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { RecordFields } from '../parts/record-fields.tsx';
import { Section } from '../parts/section.tsx';
import { useUnseenFailure } from '../parts/toast.tsx';
import type { Language } from '../texts/define-texts.ts';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueKind } from './kinds.ts';
import { LanguageSigns } from './language-signs.tsx';
import {
  changeBody,
  copyDraft,
  draftOf,
  newBody,
  newDraft,
  type productTexts,
  type CatalogueRecord,
} from './record-draft.ts';
import { catalogueTexts } from './texts.ts';

interface RecordFormProps {
  kind: CatalogueKind;
  record: CatalogueRecord;
  etag: string | undefined;
}

export function RecordForm({ kind, record, etag }: RecordFormProps) {
  const t = useTexts(catalogueTexts);
  const { plainMoney } = useFormat();
  const form = useRecordForm({
    name: 'record',
    current: draftOf(record, plainMoney),
    labels: useFieldLabels(),
    etag,
    send: (changes, options) => kind.update(record.id, { ...options, body: changeBody(changes) }),
    touches: [[kind.name]],
    failedUnseen: useUnseenFailure(t('saveOf', { name: record.name })),
  });
  return (
    <RecordFields form={form}>
      <CatalogueFields kind={kind} form={form} />
    </RecordFields>
  );
}

/** The form for a new record. With `of`, the form starts with the values of that record. */
export function NewRecord({ kind, of }: { kind: CatalogueKind; of?: CatalogueRecord }) {
  const t = useTexts(catalogueTexts);
  const { plainMoney } = useFormat();
  const go = useGo();
  const title = t(kind.isStocked ? 'newProduct' : 'newSubscription');
  const form = useRecordForm({
    name: of === undefined ? 'new record' : `copy of ${of.id}`,
    current: of === undefined ? newDraft(kind) : copyDraft(of, plainMoney),
    labels: useFieldLabels(),
    send: (_changes, options, draft) => kind.create({ ...options, body: newBody(draft) }),
    touches: [[kind.name, 'list']],
    saved: ({ id }) => go(`/catalogue/${kind.name}/${id}`, { replace: true }),
    failedUnseen: useUnseenFailure(title),
  });
  return (
    <Stack>
      <PageTitle title={title} back={{ href: `/catalogue/${kind.name}`, label: t(kind.name) }} />
      <RecordFields form={form} verb={t('create')} isNew>
        <CatalogueFields kind={kind} form={form} />
      </RecordFields>
    </Stack>
  );
}

export function useFieldLabels(): Labels {
  const t = useTexts(catalogueTexts);
  const [english, arabic] = [{ language: t('english') }, { language: t('arabic') }];
  return {
    price: t('price'),
    manufacturing_price: t('cost'),
    is_active: t('status'),
    sku: t('sku'),
    external_id: t('externalId'),
    image_url: t('imageUrl'),
    'en.name': t('nameIn', english),
    'en.description': t('descriptionIn', english),
    'ar.name': t('nameIn', arabic),
    'ar.description': t('descriptionIn', arabic),
  };
}

const languages = ['en', 'ar'] as const;

function CatalogueFields({ kind, form }: { kind: CatalogueKind; form: Form }) {
  const t = useTexts(catalogueTexts);
  const { currency } = useSession();
  const amount = (field: string) => (
    <TextInput
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
      <Section
        title={t('both')}
        aside={
          <div role="status">
            <LanguageSigns translations={translationsOf(form)} />
          </div>
        }
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {languages.map((language) => (
            <LanguageFields key={language} language={language} form={form} />
          ))}
        </SimpleGrid>
      </Section>
      <Section title={t('sale')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          {amount('price')}
          {kind.isStocked && amount('manufacturing_price')}
        </SimpleGrid>
        <Switch label={t(kind.isStocked ? 'isActive' : 'isActivePlan')} {...form.flag('is_active')} />
      </Section>
      {kind.isStocked && <ProductTexts form={form} />}
    </>
  );
}

function ProductTexts({ form }: { form: Form }) {
  const t = useTexts(catalogueTexts);
  const image = String(form.draft['image_url'] ?? '').trim();
  const line = (field: (typeof productTexts)[number]) => (
    <TextInput {...form.text(field)} dir="ltr" autoComplete="off" />
  );
  return (
    <Section title={t('codes')}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {line('sku')}
        {line('external_id')}
      </SimpleGrid>
      <Group align="end" wrap="nowrap">
        <div className="grows">{line('image_url')}</div>
        {image !== '' && <Picture url={image} alt={t('picture')} size={96} fallback={t('noPicture')} />}
      </Group>
    </Section>
  );
}

function LanguageFields({ language, form }: { language: Language; form: Form }) {
  const written = { lang: language, dir: language === 'ar' ? 'rtl' : 'ltr' } as const;
  return (
    <Stack gap="sm">
      <TextInput {...form.text(`${language}.name`)} {...written} required />
      <LongText {...form.text(`${language}.description`)} {...written} required minRows={3} maxRows={12} />
    </Stack>
  );
}

function translationsOf({ draft }: Form) {
  const textsIn = (language: Language) => ({
    name: String(draft[`${language}.name`] ?? ''),
    description: String(draft[`${language}.description`] ?? ''),
  });
  return { en: textsIn('en'), ar: textsIn('ar') };
}
