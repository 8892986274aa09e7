import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Language, Texts, Values, ValuesOf } from './define-texts.ts';
import { textAt } from './fill-text.ts';
import { directionOf, initialLanguage, keepLanguage } from './initial-language.ts';

interface LanguageChoice {
  language: Language;
  direction: 'ltr' | 'rtl';
  choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice | null>(null);

/** Stores the chosen language in this browser, and sets the document's `lang` and `dir`. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(initialLanguage);
  const direction = directionOf(language);
  useEffect(() => {
    document.documentElement.lang = language;
    document.documentElement.dir = direction;
  }, [language, direction]);
  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      direction,
      choose: (chosen) => {
        keepLanguage(chosen);
        setLanguage(chosen);
      },
    }),
    [language, direction],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  const choice = use(LanguageContext);
  if (choice === null) throw new Error('useLanguage must be called inside a LanguageProvider.');
  return choice;
}

type Translate<T extends Texts> = <K extends keyof T>(
  key: K,
  ...values: [ValuesOf<T[K]>] extends [never] ? [] : [Record<ValuesOf<T[K]>, string | number>]
) => string;

/** Returns `t`, called as `t('key', { name })`. The types require a value for each placeholder in the text. */
export function useTexts<T extends Texts>(texts: T): Translate<T> {
  const { language } = useLanguage();
  return useMemo(() => {
    const translate = (key: keyof T, values?: Values) => textAt(texts, String(key), language, values);
    return translate;
  }, [texts, language]);
}
