import { useLocation, useSearch } from 'wouter';
import { adminOrdersList, type Order } from '#clients/typescript/src/main.ts';
import { useHeldRows, type HeldList } from '../data/use-held-rows.ts';
import { useList, type ListState } from '../data/use-list.ts';
import { useOrderCount } from '../data/use-order-count.ts';
import { useOrderReads } from '../data/use-order-reads.ts';
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

interface OrdersFound {
  list: HeldList<Order>;
  /** The number of orders that match the view. Undefined while it is not known. */
  matches: number | undefined;
}

export function useOrders(view: OrderView): OrdersFound {
  const query = ordersQuery(view);
  const list = useList(['orders'], query, adminOrdersList, { isPolled: true, isAhead: true });
  const matches = useMatches(view, list);
  const held = useHeldRows(list, query);
  const { orders } = useOrderReads(held.left.map(Number));
  if (orders.length === 0) return { list: held, matches };
  const rows = held.rows.map((row) => orders.find(({ id }) => id === row.id) ?? row);
  return { list: { ...held, rows }, matches };
}

function useMatches(view: OrderView, list: ListState<Order>): number | undefined {
  const isCurrent = !list.isPrevious && !list.isLoading && list.problem === undefined;
  const isWhole = isCurrent && list.nextCursor === undefined && list.previousCursor === undefined;
  const { search, filters } = ordersQuery(view);
  // Most searches find less than a page. Counting the matches would take the store as long as the search itself.
  const isCounted = isCurrent && !isWhole;
  const { count } = useOrderCount({ filters, ...(search !== undefined && { search }) }, isCounted);
  return isWhole ? list.rows.length + list.unreadable.length : count;
}

/** The view's query with numbers as ids, because the SDK's types require numbers. */
export function ordersQuery(view: OrderView) {
  const { filters, ...query } = listQuery(view);
  const { user_id: user, address_id: address, payment_method: payment, ...texts } = filters;
  return {
    ...query,
    filters: {
      ...texts,
      ...(user !== undefined && { user_id: Number(user) }),
      ...(address !== undefined && { address_id: Number(address) }),
      ...(payment !== undefined && { payment_method: Number(payment) }),
    },
  };
}
