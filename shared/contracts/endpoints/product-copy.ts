import type { Localized } from '../schema-kit/languages.ts';

/** What the orders service keeps of a product. Prices in minor units. */
export interface ProductCopy extends Localized<{ name: string }> {
  _id: number;
  /** The product's own version: an older event never overwrites a newer copy. */
  version: number;
  price: number;
  manufacturing_price: number;
  is_active: boolean;
  /** The copy outlives its product, so that a late event cannot bring it back. */
  is_deleted: boolean;
}
