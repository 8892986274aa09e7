import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { State } from '#shared/decide/handler.ts';
import { byId } from '#shared/mongo/load-records.ts';
import type { OrdersTables } from '../rules/tables.ts';
import type { FetchProducts } from './catalog-client.ts';
import type { OrdersModels } from './orders-models.ts';

/** Products as orders and inventory read them: the copy kept here, or the catalog's own when it is too new for one. */
export async function loadProducts(
  models: Pick<OrdersModels, 'products'>,
  fetchProducts: FetchProducts,
  asked: readonly number[],
): Promise<Pick<State<OrdersTables>, 'products' | 'newProducts'>> {
  const products = await byId<ProductCopy>(models.products, asked);
  return { products, newProducts: await fetchUnknown(fetchProducts, asked, products) };
}

/** Fetches from the catalog those asked products that are not in `known`. */
export async function fetchUnknown(
  fetchProducts: FetchProducts,
  asked: readonly number[],
  known: ReadonlyMap<number, ProductCopy>,
): Promise<Map<number, ProductCopy>> {
  const unknown = asked.filter((id) => !known.has(id));
  const fetched = unknown.length > 0 ? await fetchProducts(unknown) : [];
  return new Map(fetched.map((product) => [product._id, product]));
}
