import type { Language } from '../texts/define-texts.ts';

export type TranslatedField = 'name' | 'description';
export type Translations = Readonly<Record<Language, Readonly<Record<TranslatedField, string>>>>;

/** What customers who read one language would miss. */
export interface LanguageGap {
  language: Language;
  kind: 'lacks' | 'untranslated';
  fields: TranslatedField[];
}

const languages = ['en', 'ar'] as const;
const fields = ['name', 'description'] as const;
const arabicLetter = /\p{Script=Arabic}/u;
const latinLetter = /\p{Script=Latin}/u;

/**
 * Per language what is empty, and what is only the other language's text again. A word without letters of either script, such
 * as a size, needs no translation.
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

/** Written in the script of the other language alone. */
function isForeign(text: string, language: Language): boolean {
  const [own, foreign] = language === 'ar' ? [arabicLetter, latinLetter] : [latinLetter, arabicLetter];
  return foreign.test(text) && !own.test(text);
}
