import type { Language } from '../texts/define-texts.ts';

type TranslatedField = 'name' | 'description';
export type Translations = Readonly<Record<Language, Readonly<Record<TranslatedField, string>>>>;

interface LanguageGap {
  language: Language;
  kind: 'lacks' | 'untranslated';
  fields: TranslatedField[];
}

const languages = ['en', 'ar'] as const;
const fields = ['name', 'description'] as const;
const arabicLetter = /\p{Script=Arabic}/u;
const latinLetter = /\p{Script=Latin}/u;

/**
 * Lists each language's empty fields, and the fields that only repeat the other language's text. A text without letters of the
 * other script, such as the size `42`, needs no translation.
 */
export function languageGaps(translations: Translations): LanguageGap[] {
  return languages.flatMap((language) => {
    const texts = translations[language];
    const other = translations[language === 'en' ? 'ar' : 'en'];
    const lacking = fields.filter((field) => texts[field].trim() === '');
    const copied = fields.filter(
      (field) => isForeign(texts[field], language) && same(texts[field], other[field]),
    );
    return [gap(language, 'lacks', lacking), gap(language, 'untranslated', copied)].flat();
  });
}

function gap(language: Language, kind: LanguageGap['kind'], missing: TranslatedField[]): LanguageGap[] {
  return missing.length === 0 ? [] : [{ language, kind, fields: missing }];
}

function same(text: string, other: string): boolean {
  return text.trim() === other.trim();
}

function isForeign(text: string, language: Language): boolean {
  const [own, foreign] = language === 'ar' ? [arabicLetter, latinLetter] : [latinLetter, arabicLetter];
  return foreign.test(text) && !own.test(text);
}
