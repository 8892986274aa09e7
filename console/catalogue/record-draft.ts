import type { Subscription } from '#clients/typescript/src/main.ts';
import { bodyOf, type Draft } from '../data/draft.ts';
import { typedNumber } from '../format/typed-number.ts';

/** The fields of a product that may be empty. */
export const productTexts = ['sku', 'external_id', 'image_url'] as const;

/** A product or a subscription. Only products have a manufacturing price, stock and `productTexts`. */
export interface CatalogueRecord
  extends Subscription, Partial<Record<(typeof productTexts)[number], string | null>> {
  manufacturing_price?: number;
}

type PlainMoney = (amount: number) => string;

export function draftOf(record: CatalogueRecord, plainMoney: PlainMoney): Draft {
  const { price, manufacturing_price: cost, is_active: isActive, en, ar } = record;
  return {
    price: plainMoney(price),
    ...(cost !== undefined && { manufacturing_price: plainMoney(cost), ...productTextsOf(record) }),
    is_active: isActive,
    'en.name': en.name,
    'en.description': en.description,
    'ar.name': ar.name,
    'ar.description': ar.description,
  };
}

/** The initial values for a copy of a record, without the values that must be unique. */
export function copyDraft(record: CatalogueRecord, plainMoney: PlainMoney): Draft {
  const { sku: _sku, external_id: _externalId, ...others } = record;
  return draftOf(others, plainMoney);
}

function productTextsOf(record: Partial<CatalogueRecord>): Draft {
  return Object.fromEntries(productTexts.map((name) => [name, record[name] ?? '']));
}

export function newDraft({ isStocked }: { isStocked: boolean }): Draft {
  return {
    price: '',
    ...(isStocked && { manufacturing_price: '', ...productTextsOf({}) }),
    is_active: true,
    'en.name': '',
    'en.description': '',
    'ar.name': '',
    'ar.description': '',
  };
}

export function changeBody(changes: Draft): Record<string, unknown> {
  const amounts = Object.entries(changes).filter(([field]) => amountFields.has(field));
  const body = bodyOf(changes);
  for (const [field, text] of amounts) if (body[field] !== null) body[field] = typedNumber(String(text));
  return body;
}

/**
 * The body of a create request. Empty fields stay in the body, so that the API reports them as missing. Only an empty cost is
 * left out.
 */
export function newBody(draft: Draft): Record<string, unknown> {
  const { manufacturing_price: cost, ...body } = changeBody(draft);
  return cost === null || cost === undefined ? body : { ...body, manufacturing_price: cost };
}

const amountFields = new Set(['price', 'manufacturing_price']);
