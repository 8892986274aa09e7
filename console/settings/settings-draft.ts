import type { SettingsUpdateBody, ShopSettings } from '#clients/typescript/src/main.ts';
import { bodyOf, type Draft } from '../data/draft.ts';
import type { Labels, RecordForm } from '../data/use-record-form.ts';
import type { Language } from '../texts/define-texts.ts';

export const languages = ['en', 'ar'] as const satisfies readonly Language[];
export const shopTexts = ['name', 'address', 'footer'] as const;

/** The form field for a reason. Its row number stays the same when other rows are added or removed. */
export function templateField(row: number, part: Language | 'removed'): string {
  return `${templates}.${row}.${part}`;
}

const templates = 'reason_templates';

export function settingsDraft({
  en,
  ar,
  tax_number: taxNumber,
  phone,
  logo_url: logo,
  reason_templates: reasons,
}: ShopSettings): Draft {
  const texts = Object.entries({ en, ar }).flatMap(([language, shop]) =>
    shopTexts.map((field) => [`${language}.${field}`, shop[field] ?? ''] as const),
  );
  const rows = reasons.flatMap((reason, row) =>
    languages.map((language) => [templateField(row, language), reason[language]] as const),
  );
  return {
    ...Object.fromEntries([...texts, ...rows]),
    tax_number: taxNumber ?? '',
    phone: phone ?? '',
    logo_url: logo ?? '',
  };
}

export function templateRows(draft: Draft): number[] {
  return allRows(draft).filter((row) => draft[templateField(row, 'removed')] !== true);
}

/** The numbers of all rows, including removed rows whose removal is not saved yet. */
export function allRows(draft: Draft): number[] {
  const rows = Object.keys(draft).flatMap((field) => {
    const [name, row] = field.split('.');
    return name === templates ? [Number(row)] : [];
  });
  return [...new Set(rows)].sort((a, b) => a - b);
}

/** The numbers of the rows that the request contains. Leaves out rows that are empty in both languages. */
export function sentRows(draft: Draft): number[] {
  return templateRows(draft).filter((row) =>
    languages.some((language) => textOf(draft, row, language) !== ''),
  );
}

/** The fields' labels keyed by the API's names. The API numbers only the reasons in the request. */
export function sentLabels({ draft, labels }: Pick<RecordForm, 'draft' | 'labels'>): Labels {
  const reasons = sentRows(draft).flatMap((row, sent) =>
    languages.map((language) => {
      const field = templateField(row, language);
      return [templateField(sent, language), labels[field] ?? field] as const;
    }),
  );
  return { ...labels, ...Object.fromEntries(reasons) };
}

/** If one reason changed, the body contains all reasons. */
export function settingsBody(draft: Draft, changes: Draft): SettingsUpdateBody {
  const isTemplate = (field: string) => field.startsWith(`${templates}.`);
  const plain = Object.entries(changes).filter(([field]) => !isTemplate(field));
  const body = bodyOf(Object.fromEntries(plain));
  if (!Object.keys(changes).some(isTemplate)) return body;
  const reasons = sentRows(draft).map((row) => ({
    en: textOf(draft, row, 'en'),
    ar: textOf(draft, row, 'ar'),
  }));
  return { ...body, reason_templates: reasons };
}

function textOf(draft: Draft, row: number, language: Language): string {
  return String(draft[templateField(row, language)] ?? '').trim();
}
