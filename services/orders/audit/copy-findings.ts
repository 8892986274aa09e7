import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { sideOf, type CreatedWith, type KnownRecord } from '#shared/engine/decide/known-record.ts';
import { flatten } from '#shared/engine/decide/ledger-row.ts';
import { copyInEvent } from '../stock/product-copy.ts';

/** A product of the catalog, and the copy that the orders service should have. Null: the product is damaged and never copied. */
export interface CopiedProduct {
  _id: number;
  copy: ProductCopy | null;
  /**
   * False if an event about the product may still be on its way. The copy is then compared only if it has the product's version.
   */
  isSettled: boolean;
}

export function copyFindings(
  products: readonly CopiedProduct[],
  copies: ReadonlyMap<number, ProductCopy>,
): Finding[] {
  return products.flatMap(({ _id, copy: wanted, isSettled }) => {
    const copy = copies.get(_id);
    if (wanted === null || (!isSettled && copy?.version !== wanted.version)) return [];
    const fields = (Object.keys(wanted) as (keyof ProductCopy)[]).filter(
      (field) => JSON.stringify(wanted[field]) !== JSON.stringify(copy?.[field]),
    );
    if (fields.length === 0) return [];
    const detail = copy
      ? `${fields.join(', ')} differ: the product has version ${wanted.version}, the copy version ${copy.version}`
      : 'the orders service has no copy of it';
    return [finding('product-copy-differs', `products/${_id}`, detail, { kind: 'product-copy', id: _id })];
  });
}

/** Finds copies whose product the catalog does not have, except copies that are marked as deleted. */
export function extraCopies(copies: readonly ProductCopy[], isThere: (id: number) => boolean): Finding[] {
  const detail = 'the orders service still sells it, but the catalog does not have it';
  return copies
    .filter(({ _id, is_deleted: isDeleted }) => !isDeleted && !isThere(_id))
    .map(({ _id }) => finding('product-copy-extra', `products/${_id}`, detail));
}

/** The fields that the orders service copies, by their names in the catalog's ledger. */
const repeated = ['price', 'manufacturing_price', 'is_active', 'en.name', 'ar.name'];

/** The copied fields that are also part of the catalog product's search text. */
const inText = new Set(['price', 'is_active', 'en.name', 'ar.name']);

/**
 * Decides whether the catalog's product may overwrite the orders service's copy. Returns true, or the reason why an operator must
 * decide. `known` has the product's values according to the catalog's ledger. `isAsInText`: the product's search text agrees with
 * its fields.
 */
export function judgeCopy(
  wanted: ProductCopy,
  copy: ProductCopy | null,
  { known, isAsInText }: { known: KnownRecord; isAsInText: boolean },
): true | string {
  if (copy === null) return true;
  const [product, kept] = [flatten(wanted), flatten(copy)];
  const differing = repeated.filter((field) => product.get(field) !== kept.get(field));
  if (differing.length === 0) return true;
  if (known.rows.length === 0) return known.gap ?? 'the product has no timeline';
  const isRight = (field: string) => {
    const left = known.field(field);
    if (left.is === 'written') return left.value === (product.get(field) ?? null);
    return isAsInText && inText.has(field);
  };
  const unproven = differing.filter((field) => !isRight(field));
  if (unproven.length === 0) return true;
  const isCopys = unproven.some((field) => sideOf(known.field(field), null, kept.get(field)) === 'other');
  const names = unproven.join(', ');
  return isCopys
    ? `no command set the product’s ${names}: the copy is right`
    : `nothing proves which ${names} is right`;
}

/** Reads the values of the copied fields from a product's creation event. Returns null if the event has no product data. */
export function productCreatedWith(
  data: Readonly<Record<string, unknown>>,
  decimals: number,
): CreatedWith | null {
  const copy = copyInEvent(data, decimals);
  if (!copy) return null;
  const fields = flatten(copy);
  return { fields, covers: (name) => fields.has(name) };
}
