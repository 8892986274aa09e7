import { useLocation, useSearch } from 'wouter';
import { adminOrdersList, type CallOptions, type Client, type Order } from '#clients/typescript/src/main.ts';
import { useHeldRows, type HeldList } from '../data/use-held-rows.ts';
import { useList } from '../data/use-list.ts';
import { useRefreshPace } from '../data/use-live.ts';
import { useOrderCount } from '../data/use-order-count.ts';
import { useOrderReads } from '../data/use-order-reads.ts';
import type { FileQuery } from '../parts/export-button.tsx';
import { changedView, listQuery, readView, writeView, type OrderView } from './order-view.ts';

interface OrderViewState {
  view: OrderView;
  /** The view's query, in the form in which views are saved. */
  query: string;
  change: (change: Partial<OrderView>, options?: { replace?: boolean }) => void;
  open: (query: string) => void;
}

export function useOrderView(): OrderViewState {
  const [, navigate] = useLocation();
  const view = readView(new URLSearchParams(useSearch()));
  const to = (query: string) => (query === '' ? '/orders' : `/orders?${query}`);
  return {
    view,
    query: writeView({ ...view, cursor: undefined }),
    change: (change, options) => navigate(to(writeView(changedView(view, change))), options),
    open: (query) => navigate(to(query)),
  };
}

export function useOrders(view: OrderView): HeldList<Order> {
  const query = listQuery(view);
  const list = useList(
    ['orders'],
    query,
    (client, asked, options) => adminOrdersList({ client, query: asApiTakes(asked), ...options }),
    { refreshEveryMs: useRefreshPace(), isAhead: true },
  );
  const held = useHeldRows(list, query);
  const { orders } = useOrderReads(held.left.map(Number));
  if (orders.length === 0) return held;
  return { ...held, rows: held.rows.map((row) => orders.find(({ id }) => id === row.id) ?? row) };
}

export function ordersFile(view: OrderView) {
  return (client: Client, file: FileQuery, options: CallOptions) =>
    adminOrdersList({ client, query: { ...asApiTakes(listQuery(view)), ...file }, ...options });
}

/** The number of orders that match the view. Undefined while it is not known. */
export function useMatches(view: OrderView): number | undefined {
  const { search, filters } = asApiTakes(listQuery(view));
  return useOrderCount({ filters, ...(search !== undefined && { search }) }).count;
}

type Asked = ReturnType<typeof listQuery>;

/** Converts ids to numbers, because the SDK's types require numbers. */
function asApiTakes({ filters, ...query }: Asked) {
  const { user_id: user, address_id: address, payment_method: payment, ...texts } = filters;
  return {
    ...query,
    filters: {
      ...texts,
      ...(user === undefined ? {} : { user_id: Number(user) }),
      ...(address === undefined ? {} : { address_id: Number(address) }),
      ...(payment === undefined ? {} : { payment_method: Number(payment) }),
    },
  };
}
