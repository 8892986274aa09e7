/** A text that depends on a number, by the language's plural categories. The value `count` selects the category. */
type Plural = { other: string } & Partial<Record<'zero' | 'one' | 'two' | 'few' | 'many', string>>;

export type Words = string | Plural;

/** One text in both languages. A value replaces `{name}`. */
export interface Text {
  en: Words;
  ar: Words;
}

export type Texts = Readonly<Record<string, Text>>;

/** A text without one of the languages does not compile. */
export function defineTexts<const T extends Texts>(texts: T): T {
  return texts;
}

type NamesIn<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type WordsOf<W> = W extends string ? W : W extends Plural ? W['other'] : never;

export type ValuesOf<T extends Text> = NamesIn<WordsOf<T['en']>>;

export type Language = 'en' | 'ar';
export type Values = Readonly<Record<string, string | number>>;
