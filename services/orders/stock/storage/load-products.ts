import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import { byId } from '#shared/platform/mongo/load-records.ts';
import type { OrdersTables } from '../../records/tables.ts';
import type { FetchProducts } from './catalog-client.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';

/** Uses the stored copies. Fetches a product from the catalog if it is so new that no copy exists. */
export async function loadProducts(
  models: Pick<OrdersModels, 'products'>,
  fetchProducts: FetchProducts,
  asked: readonly number[],
): Promise<Pick<State<OrdersTables>, 'products' | 'newProducts'>> {
  const products = await byId<ProductCopy>(models.products, asked);
  return { products, newProducts: await fetchUnknown(fetchProducts, asked, products) };
}

export async function fetchUnknown(
  fetchProducts: FetchProducts,
  asked: readonly number[],
  known: ReadonlyMap<number, ProductCopy>,
): Promise<Map<number, ProductCopy>> {
  const unknown = asked.filter((id) => !known.has(id));
  const fetched = unknown.length > 0 ? await fetchProducts(unknown) : [];
  return new Map(fetched.map((product) => [product._id, product]));
}
