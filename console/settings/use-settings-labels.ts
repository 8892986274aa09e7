import type { Draft } from '../data/draft.ts';
import { useTexts } from '../texts/language.tsx';
import { labelled } from '../texts/labelled.ts';
import { allRows, languages, shopTexts, templateField } from './settings-draft.ts';
import { settingsTexts } from './texts.ts';

/** The labels of the form's fields, keyed by the API's field names. */
export function useSettingsLabels(draft: Draft): Readonly<Record<string, string>> {
  const t = useTexts(settingsTexts);
  const rowCount = allRows(draft).length;
  const names = { en: t('english'), ar: t('arabic') };
  const shop = languages.flatMap((language) =>
    shopTexts.map((field) => [`${language}.${field}`, labelled(names[language], t(field))] as const),
  );
  const reasons = [...Array(rowCount).keys()].flatMap((row) => [
    ...languages.map((language) => {
      const label = t('template', { number: row + 1, language: names[language] });
      return [templateField(row, language), label] as const;
    }),
    [templateField(row, 'removed'), t('templateRemoved', { number: row + 1 })] as const,
  ]);
  return { ...Object.fromEntries([...shop, ...reasons]), tax_number: t('taxNumber'), phone: t('phone') };
}
