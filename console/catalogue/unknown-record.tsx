import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageTitle } from '../parts/page-title.tsx';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueKind } from './kinds.ts';
import { catalogueTexts } from './texts.ts';

/** Shown when a catalogue URL leads to no record. */
export function UnknownRecord({ kind }: { kind: CatalogueKind | undefined }) {
  const t = useTexts(catalogueTexts);
  return (
    <>
      <PageTitle title={t(kind?.name ?? 'products')} />
      <EmptyState title={t('gone')}>
        <Anchor component={Link} href={`/catalogue/${kind?.name ?? 'products'}`}>
          {t('backToList')}
        </Anchor>
      </EmptyState>
    </>
  );
}
