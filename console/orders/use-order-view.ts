import { useLocation, useSearch } from 'wouter';
import { changedView, readView, writeView, type OrderView } from './order-view.ts';

interface OrderViewState {
  view: OrderView;
  /** The view's query, in the form in which views are saved. */
  query: string;
  change: (change: Partial<OrderView>, options?: { replace?: boolean }) => void;
  /** Opens a saved view. */
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
