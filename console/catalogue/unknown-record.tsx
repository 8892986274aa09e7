import { MissingPage } from '../parts/missing-page.tsx';
import { useTexts } from '../texts/language.tsx';
import type { CatalogueKind } from './kinds.ts';
import { catalogueTexts } from './texts.ts';

export function UnknownRecord({ kind }: { kind: CatalogueKind | undefined }) {
  const t = useTexts(catalogueTexts);
  return (
    <MissingPage title={t('gone')} href={`/catalogue/${kind?.name ?? 'products'}`} back={t('backToList')} />
  );
}
