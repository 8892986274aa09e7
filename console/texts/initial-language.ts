import type { Language } from './define-texts.ts';

const storageKey = 'console.language';

/** The language that was chosen in this browser, or else the browser's language. */
export function initialLanguage(): Language {
  const kept = localStorage.getItem(storageKey);
  if (kept === 'en' || kept === 'ar') return kept;
  return navigator.language.startsWith('ar') ? 'ar' : 'en';
}

export function keepLanguage(chosen: Language): void {
  localStorage.setItem(storageKey, chosen);
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
