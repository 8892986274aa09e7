import type { Product } from '#services/catalog/rules/tables.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

export type AuditedProduct = Pick<
  Product,
  '_id' | 'version' | 'price' | 'manufacturing_price' | 'is_active' | 'en' | 'ar' | 'updated_at'
>;

/** What orders keeps of a product. */
export function copyOfProduct(product: AuditedProduct): ProductCopy {
  const { _id, version, price, manufacturing_price, is_active, en, ar } = product;
  const names = { en: { name: en.name }, ar: { name: ar.name } };
  return { _id, version, price, manufacturing_price, is_active, is_deleted: false, ...names };
}

/**
 * The copies that orders keeps are the catalog's products. `settledBefore`: what changed later may still be under way,
 * and is not judged.
 */
export function copyFindings(
  products: readonly AuditedProduct[],
  copies: readonly ProductCopy[],
  settledBefore: string,
): Finding[] {
  const copiesById = new Map(copies.map((copy) => [copy._id, copy]));
  const findings: Finding[] = [];
  for (const product of products) {
    const copy = copiesById.get(product._id);
    copiesById.delete(product._id);
    if (product.updated_at >= settledBefore) continue;
    const wrong = differences(copyOfProduct(product), copy);
    if (wrong !== null) {
      const repair = { kind: 'product-copy', productId: product._id } as const;
      findings.push(finding('product-copy-differs', `products/${product._id}`, wrong, repair));
    }
  }
  for (const copy of copiesById.values()) {
    if (copy.is_deleted) continue;
    const detail = 'orders still sells it, the catalog has it no more';
    findings.push(finding('product-copy-extra', `products/${copy._id}`, detail));
  }
  return findings;
}

function differences(wanted: ProductCopy, copy: ProductCopy | undefined): string | null {
  if (copy === undefined) return 'orders has no copy of it';
  const fields = (Object.keys(wanted) as (keyof ProductCopy)[]).filter(
    (field) => JSON.stringify(wanted[field]) !== JSON.stringify(copy[field]),
  );
  if (fields.length === 0) return null;
  return `${fields.join(', ')} differ: the catalog is at version ${wanted.version}, the copy at ${copy.version}`;
}
