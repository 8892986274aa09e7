import { adminInventoryList, adminProductsList } from '#clients/typescript/src/main.ts';
import type { ReadOptions } from '../data/client.tsx';
import { filterName } from '../data/list-view.ts';
import { readablePage, type ListPage } from '../data/readable-page.ts';
import type { PageQuery } from '../data/use-paged-list.ts';
import { skipPages } from './skip-pages.ts';

export interface StockLine {
  id: number;
  name: string;
  /** Null if the stock is not tracked. */
  stock: number | null;
  /** Null if the stock is not tracked, because the list of products does not include it. */
  held: number | null;
  /** The low-stock limit. Null if there is none, or if the stock is not tracked. */
  mark: number | null;
  isLow: boolean;
}

/** The filter of the API's stock list for a tab of the page. */
export function stockFilter(shown: unknown): object {
  if (shown === 'low') return { [filterName('low')]: true };
  return shown === 'sold_out' ? { [filterName('stock')]: 0 } : {};
}

const shownIs = filterName('status');

/** A page of stock. The filter `status` is the page's tab, such as `low` or `untracked`. */
export async function readStock({
  query: { [shownIs]: shown, ...query },
  ...options
}: ReadOptions & { query: PageQuery }): Promise<ListPage<StockLine>> {
  if (shown === 'untracked') return readUntracked(query, options);
  const page = readablePage(
    await adminInventoryList({ ...options, query: { ...query, ...stockFilter(shown) } }),
  );
  return {
    ...page,
    data: page.data.map(({ product_id: id, name, stock, held, low_stock_at: mark, low }) => ({
      id,
      name,
      stock,
      held,
      mark,
      isLow: low,
    })),
  };
}

const productsPerPage = 200;

/**
 * The products without tracked stock. The API's stock list leaves these products out. So this function reads
 * the products and skips pages on which the stock of all products is tracked. A page of the result can have
 * fewer rows than a page of products, or none.
 */
async function readUntracked(
  { search, cursor, sort }: Record<string, string | number>,
  options: ReadOptions,
): Promise<ListPage<StockLine>> {
  return skipPages(
    cursor === undefined ? undefined : String(cursor),
    (at) =>
      adminProductsList({
        ...options,
        query: {
          paginate: 'cursor',
          per_page: productsPerPage,
          ...(search !== undefined && { [filterName('name')]: search }),
          sort: sort === 'product_id' ? 'id' : '-id',
          ...(at !== undefined && { cursor: at }),
        },
      }),
    ({ id, name, available }): StockLine[] =>
      available === null ? [{ id, name, stock: null, held: null, mark: null, isLow: false }] : [],
  );
}
