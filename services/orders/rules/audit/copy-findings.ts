import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { finding } from '#shared/decide/audit-finding.ts';
import type { Finding } from '#shared/decide/audit-finding.ts';

/** A product of the catalog as orders would copy it; null: it is damaged, and never copied. */
export interface CopiedProduct {
  _id: number;
  copy: ProductCopy | null;
  /** What changed lately may still be under way: only what both have at one version is compared. */
  isSettled: boolean;
}

/** The copies that orders keeps of these products are the catalog's. */
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

/** Copies on sale of products that the catalog has no more. */
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
