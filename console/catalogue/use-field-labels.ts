import { useTexts } from '../texts/language.tsx';
import { catalogueTexts } from './texts.ts';

/** The labels for a record's fields, keyed by the API's field names. */
export function useFieldLabels(): Readonly<Record<string, string>> {
  const t = useTexts(catalogueTexts);
  const [english, arabic] = [{ language: t('english') }, { language: t('arabic') }];
  return {
    price: t('price'),
    manufacturing_price: t('cost'),
    is_active: t('activity'),
    'en.name': t('nameIn', english),
    'en.description': t('descriptionIn', english),
    'ar.name': t('nameIn', arabic),
    'ar.description': t('descriptionIn', arabic),
  };
}
