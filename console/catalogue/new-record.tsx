import { Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import { useRecordForm } from '../data/use-record-form.ts';
import { BackLink } from '../parts/back-link.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { RecordFields } from '../parts/record-fields.tsx';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueKind } from './kinds.ts';
import { newBody, newDraft } from './record-draft.ts';
import { CatalogueFields } from './record-fields.tsx';
import { catalogueTexts } from './texts.ts';
import { useFieldLabels } from './use-field-labels.ts';

/** The form that creates a product or a subscription. */
export function NewRecord({ kind }: { kind: CatalogueKind }) {
  const t = useTexts(catalogueTexts);
  const labels = useFieldLabels();
  const [, go] = useLocation();
  const current = newDraft(kind);
  const form = useRecordForm({
    name: 'new record',
    current,
    send: (client, changes, headers) => kind.create(client, newBody({ ...current, ...changes }), headers),
    touches: [[kind.name, 'list']],
    saved: ({ id }) => go(`/catalogue/${kind.name}/${id}`, { replace: true }),
  });
  return (
    <Stack>
      <BackLink href={`/catalogue/${kind.name}`}>{t(kind.name)}</BackLink>
      <PageTitle title={t(kind.isStocked ? 'newProduct' : 'newSubscription')} />
      <RecordFields form={form} current={current} labels={labels} verb={t('create')} isNew>
        <CatalogueFields kind={kind} form={form} />
      </RecordFields>
    </Stack>
  );
}
