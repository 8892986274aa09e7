import type { cartSchema } from '#shared/contracts/endpoints/cart.ts';
import type { Language } from '#shared/contracts/kit/languages.ts';
import { toMajor } from '#shared/contracts/kit/money.ts';
import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { CartItem } from '../records/tables.ts';

/**
 * Items with deleted products stay in the response, marked as unavailable. `stockOf`: the units in stock, or null if the product
 * is not counted.
 */
export function cartResource(
  items: readonly CartItem[],
  productOf: (id: number) => ProductCopy | undefined,
  stockOf: (id: number) => number | null,
  { language, decimals }: { language: Language; decimals: number },
): Shown<typeof cartSchema> {
  let total = 0;
  const lines = items.map(({ product_id: id, amount }) => {
    const product = productOf(id);
    const stock = stockOf(id);
    const price = product?.price ?? 0;
    const isOnSale = product?.is_active === true && !product.is_deleted;
    total += price * amount;
    return {
      product_id: id,
      amount,
      name: product?.[language].name ?? '',
      price: toMajor(price, decimals),
      line_total: toMajor(price * amount, decimals),
      available: isOnSale && (stock === null || stock >= amount),
    };
  });
  return { items: lines, items_total: toMajor(total, decimals) };
}
