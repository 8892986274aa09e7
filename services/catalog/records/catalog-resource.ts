import { byName } from '#shared/contracts/kit/json-values.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type {
  clientProductSchema,
  productEventSchema,
  productSchema,
} from '#shared/contracts/endpoints/products.ts';
import { productFieldNames } from '#shared/contracts/endpoints/product-fields.ts';
import type { subscriptionSchema } from '#shared/contracts/endpoints/subscriptions.ts';
import type { CatalogRecord, Product, Subscription, Translation } from './tables.ts';

function translation({ name, description }: Translation): Translation {
  return { name, description };
}

function common(record: CatalogRecord, language: Language) {
  return {
    is_active: record.is_active,
    name: record[language].name,
    description: record[language].description,
    en: translation(record.en),
    ar: translation(record.ar),
    created_at: record.created_at,
    updated_at: record.updated_at,
  };
}

function shownTexts(product: Product) {
  return byName(productFieldNames, (name) => product[name] ?? null);
}

export function subscriptionResource(
  record: Subscription,
  language: Language,
  decimals: number,
): Shown<typeof subscriptionSchema> {
  return { id: record._id, price: toMajor(record.price, decimals), ...common(record, language) };
}

export function productResource(
  record: Product,
  language: Language,
  decimals: number,
): Shown<typeof productSchema> {
  return { ...adminProperties(record, language, decimals), available: record.available ?? null };
}

export function productEventData(record: Product, decimals: number): Shown<typeof productEventSchema> {
  return adminProperties(record, 'en', decimals);
}

function adminProperties(record: Product, language: Language, decimals: number) {
  return {
    id: record._id,
    price: toMajor(record.price, decimals),
    manufacturing_price: toMajor(record.manufacturing_price, decimals),
    ...shownTexts(record),
    ...common(record, language),
  };
}

/** Leaves out the manufacturing price, which shoppers must not see. */
export function shopProductResource(
  record: Product,
  language: Language,
  decimals: number,
): Shown<typeof clientProductSchema> {
  return {
    id: record._id,
    price: toMajor(record.price, decimals),
    ...shownTexts(record),
    ...common(record, language),
    available: record.available ?? null,
  };
}
