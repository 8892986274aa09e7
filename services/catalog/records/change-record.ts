import { firstVersion, changed, withoutUndefined } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { ProductFieldName } from '#shared/contracts/endpoints/product-fields.ts';
import type { CatalogRecord, Translation } from './tables.ts';

type NewRecord = Pick<CatalogRecord, 'price' | 'en' | 'ar'> & Partial<Pick<CatalogRecord, 'is_active'>>;

interface RecordChange extends Partial<Record<ProductFieldName, string | null>> {
  price?: number;
  manufacturing_price?: number;
  is_active?: boolean;
  en?: Partial<Translation>;
  ar?: Partial<Translation>;
}

export function newRecord(id: number, body: NewRecord, command: Command, now: string): CatalogRecord {
  return {
    _id: id,
    ...firstVersion(command, now),
    price: body.price,
    is_active: body.is_active ?? true,
    en: { name: body.en.name, description: body.en.description },
    ar: { name: body.ar.name, description: body.ar.description },
  };
}

/** Changes only the fields that the body has, for example one text in one language. Null removes a field. */
export function changeRecord<R extends CatalogRecord>(record: R, body: RecordChange, now: string): R {
  const { en, ar, ...values } = body;
  const sent = Object.entries(withoutUndefined(values));
  const change = {
    ...Object.fromEntries(sent.map(([name, value]) => [name, value ?? undefined])),
    ...(en && { en: { ...record.en, ...withoutUndefined(en) } }),
    ...(ar && { ar: { ...record.ar, ...withoutUndefined(ar) } }),
  };
  const next = changed<CatalogRecord>(record, change, now);
  return next === record ? record : (withoutUndefined(next) as R);
}
