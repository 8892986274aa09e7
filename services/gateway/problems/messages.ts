import { mapValues } from '#shared/contracts/kit/json-values.ts';
import type { Language, Localized } from '#shared/contracts/kit/languages.ts';
import {
  aboutStates,
  englishProblems,
  englishRules,
  type FieldError,
  type FieldRule,
  type ProblemCode,
  type ProblemDetails,
} from '#shared/contracts/errors.ts';
import { arabicDetail } from './details.ar.ts';
import { arabicAttributes, arabicProblems, arabicRules, arabicStates } from './messages.ar.ts';

interface Wording {
  rules: Record<FieldRule, string>;
  problems: Record<ProblemCode, string>;
  attributes: Record<string, string>;
  nothing: string;
  /** The allowed values, appended to a sentence that does not list them itself. */
  allowed: string;
  outOfStock: string;
  /** A text for a product whose name is unknown. */
  product: string;
  /** The text after the first of several messages, keyed by the plural category for the number of remaining messages. */
  more: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };
}

const wordings: Record<Language, Wording> = {
  en: {
    rules: englishRules,
    problems: englishProblems,
    attributes: {},
    nothing: 'nothing',
    allowed: ' Allowed: :allowed.',
    outOfStock: 'There is not enough of :product: :requested requested, :available available.',
    product: 'product :product_id',
    more: { one: '(and :count more error)', other: '(and :count more errors)' },
  },
  ar: {
    rules: arabicRules,
    problems: arabicProblems,
    attributes: arabicAttributes,
    nothing: 'لا شيء',
    allowed: ' المسموح به: :allowed.',
    outOfStock: 'الكمية المتوفرة من :product غير كافية: المطلوب :requested والمتوفر :available.',
    product: 'المنتج :product_id',
    more: { two: '(و :count أخطاء إضافية)', few: '(و :count أخطاء إضافية)', other: '(و :count خطأ إضافي)' },
  },
};

const plurals = { en: new Intl.PluralRules('en'), ar: new Intl.PluralRules('ar') };

/** Codes with a fixed message, which clients know from Laravel. The `detail` of these problems is meant for operators. */
const fixedSentences = new Set<ProblemCode>(['unauthenticated', 'forbidden', 'internal_error']);

/** Worded like Laravel's validator: "The price field is required." */
export function fieldMessage(error: FieldError, language: Language): string {
  const { rules, nothing, allowed } = wordings[language];
  const { field, rule, params = {} } = error;
  const { other } = params;
  const isNamed = params['allowed'] === undefined || rules[rule].includes(':allowed');
  return fill(isNamed ? rules[rule] : rules[rule] + allowed, nothing, {
    ...(language === 'ar' ? mapValues(params, withSign) : params),
    ...(other !== undefined && { other: displayName(String(other), language) }),
    ...(rule === 'not_sold' && { name: String(params[language] ?? '') }),
    ...(aboutStates.has(rule) && statesIn(params, language)),
    attribute: displayName(field, language),
  });
}

/** Arabic text would show the sign of a negative number after the number. */
function withSign(value: string | number): string {
  return String(value).replace(/^-\d.*$/, '\u2066$&\u2069');
}

/** Translates the order states in the params into Arabic, for example in `confirmed, rejected`. */
function statesIn(params: NonNullable<FieldError['params']>, language: Language): FieldError['params'] {
  if (language === 'en') return params;
  const inWords = (value: string | number) =>
    String(value)
      .replaceAll(/\w+/g, (state) => arabicStates[state] ?? state)
      .replaceAll(', ', '، ');
  return mapValues(params, inWords);
}

/** The message for several errors, such as "The price field is required. (and 2 more errors)". */
export function summaryMessage(messages: readonly string[], language: Language): string {
  const [first, ...others] = messages;
  if (first === undefined) return wordings[language].problems.validation_failed;
  if (others.length === 0) return first;
  const { more } = wordings[language];
  const sentence = more[plurals[language].select(others.length)] ?? more.other;
  return `${first} ${sentence.replace(':count', String(others.length))}`;
}

/** Returns the messages of the fields, else `detail` (not for codes in `fixedSentences`), else the fixed sentence of the code. */
export function problemMessage(details: ProblemDetails, language: Language): string {
  const messages = [
    ...(details.fields ?? []).map((error) => fieldMessage(error, language)),
    ...(details.code === 'out_of_stock' ? stockMessages(details.extra?.['products'], language) : []),
  ];
  if (messages.length > 0) return summaryMessage(messages, language);
  const fixed = wordings[language].problems[details.code];
  if (fixedSentences.has(details.code)) return fixed;
  return (language === 'en' ? details.detail : arabicDetail(details)) ?? fixed;
}

/** Only this many characters of `Accept-Language` are read. A longer header is rejected later, in the language found here. */
const readLength = 1024;

/** Returns the first of equally preferred languages, and English if the header lists neither English nor Arabic. */
export function parseLanguage(acceptLanguage: string | undefined): Language {
  const wishes = (acceptLanguage ?? '').slice(0, readLength).toLowerCase().split(',').map(parseWish);
  const best = wishes
    .filter((wish) => wish.weight > 0 && (wish.language === 'en' || wish.language === 'ar'))
    .sort((left, right) => right.weight - left.weight)[0];
  return best?.language === 'ar' ? 'ar' : 'en';
}

function parseWish(wish: string): { language: string; weight: number } {
  const [range = '', ...parameters] = wish.split(';').map((part) => part.trim());
  const quality = parameters.find((parameter) => parameter.startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.slice(2));
  return { language: range.split('-')[0] ?? '', weight: Number.isFinite(weight) ? Math.min(weight, 1) : 0 };
}

/** As in Laravel's getDisplayableAttribute: underscores become spaces, but a field in a list keeps its raw name. */
function displayName(field: string, language: Language): string {
  if (/(?:^|\.)(?:\d+|\*)(?:\.|$)/.test(field)) return field;
  const { attributes } = wordings[language];
  return Object.hasOwn(attributes, field) ? (attributes[field] ?? field) : field.replaceAll('_', ' ');
}

/** Fills all placeholders in one pass, so that a value that looks like a placeholder stays text. */
function fill(sentence: string, nothing: string, params: Record<string, string | number>): string {
  return sentence.replaceAll(/:([a-z_]+)/g, (placeholder, name: string) => {
    const value = params[name];
    return value === undefined ? placeholder : String(value) || nothing;
  });
}

interface ShortProduct {
  product_id: number;
  requested: number;
  available: number;
  name?: Localized<string>;
}

function stockMessages(products: unknown, language: Language): string[] {
  if (!Array.isArray(products)) return [];
  const { outOfStock, product: nameless, nothing } = wordings[language];
  return products.map(({ name, ...product }: ShortProduct) =>
    fill(outOfStock, nothing, { ...product, product: name?.[language] ?? fill(nameless, nothing, product) }),
  );
}
