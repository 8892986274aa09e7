import { longestExternalId } from '../kit/define.ts';
import { nullable, type Field } from '../kit/fields.ts';
import { httpsUrl, text } from '../kit/field-kinds.ts';
import { mapValues } from '../kit/json-values.ts';
import type { Localized } from '../kit/languages.ts';
import * as s from '../kit/resource-schema.ts';

interface ProductField {
  /** The field in requests, where null clears it. */
  value: Field<string>;
  meaning: string;
  /** If true, no two products have the same value, the field has a unique index, and `filters[…]` compares the whole value. */
  isUnique: boolean;
  /** The column's heading in exports, and the field's name in Arabic error messages. */
  export: Localized<string>;
}

/**
 * The text fields of a product that may be null, and the only rules about them. Requests, storage, responses, filters, `search`,
 * events and exports derive from this table. Events of releases before 1.0.0 lack these fields.
 */
export const productFields = {
  sku: {
    value: text({ max: 64 }),
    meaning: 'The shop’s own code of the product. No other product has it.',
    isUnique: true,
    export: { en: 'SKU', ar: 'رمز الصنف (SKU)' },
  },
  external_id: {
    value: text({ max: longestExternalId }),
    meaning: 'The product’s id in another system. No other product has it.',
    isUnique: true,
    export: { en: 'External ID', ar: 'المعرّف الخارجي' },
  },
  image_url: {
    value: httpsUrl(),
    meaning: 'The address of a picture.',
    isUnique: false,
    export: { en: 'Image URL', ar: 'رابط الصورة' },
  },
} as const satisfies Record<string, ProductField>;

type ProductFields = typeof productFields;
export type ProductFieldName = keyof ProductFields;
export type UniqueProductField = {
  [Name in ProductFieldName]: ProductFields[Name]['isUnique'] extends true ? Name : never;
}[ProductFieldName];

export const productFieldNames = Object.keys(productFields) as ProductFieldName[];
export const uniqueProductFields = productFieldNames.filter(
  (name): name is UniqueProductField => productFields[name].isUnique,
);

export const productFieldSchemas = mapValues(productFields, ({ meaning }) =>
  s.orNull(s.described(s.text, meaning)),
);
export const productFieldValues = () => mapValues(productFields, ({ value }) => nullable(value));
