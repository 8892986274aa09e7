import { isSound, type ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { faults } from '../records/damaged-records.ts';
import type { Product } from '../records/tables.ts';

/** Null if the product is damaged, because damaged products are never copied to the orders service. */
export function soundCopy(product: Product): ProductCopy | null {
  if (faults.products(product) !== null) return null;
  const { _id, version, price, manufacturing_price, is_active, en, ar } = product;
  const names = { en: { name: en.name }, ar: { name: ar.name } };
  const copy = { _id, version, price, manufacturing_price, is_active, is_deleted: false, ...names };
  return isSound(copy) ? copy : null;
}
