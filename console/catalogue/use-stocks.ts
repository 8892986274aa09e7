import { inventoryList, type StockRow } from '#clients/typescript/src/main.ts';
import { useList } from '../data/use-list.ts';

/**
 * The stock of these products, keyed by product id. Products whose stock is not counted are missing. Undefined while loading.
 */
export function useStocks(products: readonly number[]): ReadonlyMap<number, StockRow> | undefined {
  const query = { filters: { product_id: products.join(',') } };
  const list = useList(
    ['inventory'],
    query,
    (client, asked, options) => inventoryList({ client, query: asked, ...options }),
    { enabled: products.length > 0 },
  );
  const isKnown = !list.isLoading && !list.isPrevious && list.problem === undefined;
  return isKnown ? new Map(list.rows.map((row) => [row.product_id, row])) : undefined;
}
