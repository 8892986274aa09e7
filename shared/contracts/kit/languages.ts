/** Languages of names, descriptions and messages; the first is the default. */
export const languages = ['en', 'ar'] as const;
export type Language = (typeof languages)[number];
export type Localized<T> = Record<Language, T>;
