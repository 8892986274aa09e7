import { adminOrdersList, type Order } from '#clients/typescript/src/main.ts';
import { useList } from './use-list.ts';

/** One page of a list. Records that name orders come in smaller pages. */
const most = 100;

/** The orders of records that have only an order's id. Staff know an order by its number. */
export function useOrdersById(ids: readonly number[]): ReadonlyMap<number, Order> {
  const asked = [...new Set(ids)].sort((a, b) => a - b).slice(0, most);
  const query = { 'filters[id]': asked.join(','), paginate: 'cursor', per_page: most } as const;
  const { rows } = useList(
    ['orders'],
    query,
    (client, page, options) => adminOrdersList({ client, query: page, ...options }),
    { enabled: asked.length > 0 },
  );
  return new Map(rows.map((order) => [order.id, order]));
}
