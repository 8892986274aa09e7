import type { FieldError } from '../errors.ts';
import { describe, field, isBlank, kindOf, object, schemaOf, sometimes, type Field } from '../kit/fields.ts';
import { money } from '../kit/field-kinds.ts';
import { exceeds, parseDecimal } from '../kit/money.ts';

/** Largest price of a product or subscription, in major units. */
export const maxPrice = 9_999_999.99;

/** A new price or an amount to add, both in minor units, or a percentage to add. */
export type PriceChange = { set: number } | { by: number } | { percent: number };

const ways = ['set', 'by', 'percent'] as const;
const percentLimits = { min: -100, max: 10_000, decimals: 2 };

/** Exactly one of the fields must be set: `priceChangeErrors` checks that. */
export function priceChange(): Field<{ set?: number; by?: number; percent?: number }> {
  return describe(
    object({
      set: sometimes(money({ max: maxPrice }), 'The new price.'),
      by: sometimes(moneyDifference({ max: maxPrice }), 'Added to each price; below 0: taken from it.'),
      percent: sometimes(
        percent(),
        'Added to each price, in percent of it; the half of the currency’s smallest unit is rounded up.',
      ),
    }),
    'Exactly one of `set`, `by` and `percent`.',
  );
}

export function priceChangeErrors(sent: unknown): FieldError[] {
  if (typeof sent !== 'object' || sent === null) return [];
  const named = ways.filter((way) => !isBlank((sent as Record<string, unknown>)[way]));
  if (named.length === 1) return [];
  return [{ field: 'price', rule: 'exactly_one', params: { allowed: ways.join(', ') } }];
}

export const onePriceChange = { minProperties: 1, maxProperties: 1, propertyNames: { enum: ways } };

function moneyDifference({ max }: { max: number }): Field<number> {
  const kind = kindOf(money({ max }));
  const { read } = kind;
  return field<number>({
    schema: (locale) => {
      const positive = schemaOf(kind, locale);
      return { ...positive, minimum: -Number(positive['maximum']) };
    },
    read: (value, locale) => {
      const decimal = parseDecimal(value);
      if (!decimal?.negative) return read(value, locale);
      if (exceeds(decimal, max)) return { rule: 'min', params: { min: -max } };
      const reading = read(String(value).trim().slice(1), locale);
      return 'value' in reading ? { value: -reading.value } : reading;
    },
  });
}

function percent(): Field<number> {
  const { min, max, decimals } = percentLimits;
  return field({
    schema: { type: 'number', minimum: min, maximum: max, multipleOf: Number(`1e-${decimals}`) },
    read: (value) => {
      const decimal = parseDecimal(value);
      if (decimal === null) return { rule: 'numeric' };
      if (decimal.negative && exceeds(decimal, -min)) return { rule: 'min', params: { min } };
      if (exceeds(decimal, max)) return { rule: 'max', params: { max } };
      if (decimal.scale > decimals) return { rule: 'decimals', params: { max: decimals } };
      return { value: Number(value) };
    },
  });
}
