/** What depends on a number, by the plural forms of the language; `count` chooses. */
export type Plural = { other: string } & Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>;

export type Words = string | Plural;

/** One text in both languages. `{name}` stands for a value that is given when it is shown. */
export interface Text {
  en: Words;
  ar: Words;
}

export type Texts = Readonly<Record<string, Text>>;

/** The texts of a room, each with both languages: an incomplete one does not compile. */
export function defineTexts<const T extends Texts>(texts: T): T {
  return texts;
}

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type WordsOf<W> = W extends string ? W : W extends Plural ? W['other'] : never;

/** The names of the values that a text needs. */
export type ValuesOf<T extends Text> = NamesIn<WordsOf<T['en']>>;

export type Language = 'en' | 'ar';
export type Values = Readonly<Record<string, string | number>>;
