import { firstVersion, changed, withoutUndefined } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { CatalogCommands } from '#shared/contracts/endpoints/catalog-service.ts';
import type { CatalogRecord } from './tables.ts';

type NewRecord = CatalogCommands['subscriptions.create']['body'];
/** A change of a product, or of a subscription, which has some of these fields. */
type RecordChange = CatalogCommands['products.update']['body'];

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
