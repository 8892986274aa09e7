import { isSound, type ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { damagedBy, findingOfAll } from '#shared/engine/decide/audit-finding.ts';
import { faults } from '../records/damaged-records.ts';
import type { Product } from '../records/tables.ts';

/** Null: the product is damaged. Damaged products are never copied to the orders service. */
export function soundCopy(product: Product): ProductCopy | null {
  if (faults.products(product) !== null) return null;
  const { _id, version, price, manufacturing_price, is_active, en, ar } = product;
  const names = { en: { name: en.name }, ar: { name: ar.name } };
  const copy = { _id, version, price, manufacturing_price, is_active, is_deleted: false, ...names };
  return isSound(copy) ? copy : null;
}

export const productFindings = damagedBy<Product>(
  'products',
  faults.products,
  ({ _id, price, manufacturing_price: cost, en, ar }) =>
    findingOfAll('product-unsound', `products/${_id}`, [
      price < 0 && `price is ${price}`,
      cost < 0 && `manufacturing_price is ${cost}`,
      ...([en.name, ar.name] as unknown[]).map((name) => typeof name !== 'string' && 'a name is not text'),
    ]),
);
