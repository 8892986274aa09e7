import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { finding, type Finding } from '#shared/decide/audit-finding.ts';
import { sideOf, type KnownRecord } from '#shared/decide/known-record.ts';
import { flatten } from '#shared/decide/record-changes.ts';

/**
 * A product of the catalog. `copy`: the copy that the orders service should have. Null: the product is damaged, and damaged products
 * are never copied.
 */
export interface CopiedProduct {
  _id: number;
  copy: ProductCopy | null;
  /** False: the product's latest event might not have arrived yet, so it is compared only if both sides have the same version. */
  isSettled: boolean;
}

/** Finds copies that differ from these catalog products. */
export function copyFindings(
  products: readonly CopiedProduct[],
  copies: ReadonlyMap<number, ProductCopy>,
): Finding[] {
  return products.flatMap(({ _id, copy: wanted, isSettled }) => {
    const copy = copies.get(_id);
    if (wanted === null || (!isSettled && copy?.version !== wanted.version)) return [];
    const wrong = differences(wanted, copy);
    return wrong === null
      ? []
      : [finding('product-copy-differs', `products/${_id}`, wrong, { kind: 'product-copy', id: _id })];
  });
}

/** Finds copies on sale whose product the catalog no longer has. */
export function extraCopies(copies: readonly ProductCopy[], isThere: (id: number) => boolean): Finding[] {
  return copies
    .filter(({ _id, is_deleted: isDeleted }) => !isDeleted && !isThere(_id))
    .map(({ _id }) =>
      finding('product-copy-extra', `products/${_id}`, 'orders still sells it, the catalog has it no more'),
    );
}

function differences(wanted: ProductCopy, copy: ProductCopy | undefined): string | null {
  if (copy === undefined) return 'orders has no copy of it';
  const fields = (Object.keys(wanted) as (keyof ProductCopy)[]).filter(
    (field) => JSON.stringify(wanted[field]) !== JSON.stringify(copy[field]),
  );
  if (fields.length === 0) return null;
  return `${fields.join(', ')} differ: the catalog is at version ${wanted.version}, the copy at ${copy.version}`;
}

/** The product fields that a copy has, with their names in the catalog's ledger. */
const repeated = ['price', 'manufacturing_price', 'is_active', 'en.name', 'ar.name'];

/** The product fields that the product's own text for `search` has. */
const inText = new Set(['price', 'is_active', 'en.name', 'ar.name']);

/**
 * Decides whether the catalog's product may overwrite the orders service's copy. Returns a text if an operator must decide, because
 * only the copy might be right. `known`: the product's values according to the catalog's ledger. `isAsInText`: whether the product's
 * text for `search` agrees with its fields.
 */
export function judgeCopy(
  wanted: ProductCopy,
  copy: ProductCopy | null,
  { known, isAsInText }: { known: KnownRecord; isAsInText: boolean },
): true | string {
  if (copy === null) return true;
  const [product, kept] = [flatten(wanted, new Set()), flatten(copy, new Set())];
  const differing = repeated.filter((field) => product.get(field) !== kept.get(field));
  if (differing.length === 0) return true;
  if (known.rows.length === 0) return known.gap ?? 'the catalog has no timeline of it';
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
    ? `no command gave the product its ${names}: the copy is right`
    : `nothing says which ${names} is right`;
}
