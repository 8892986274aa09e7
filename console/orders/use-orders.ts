import { useQueries } from '@tanstack/react-query';
import {
  ordersList,
  ordersRead,
  type CallOptions,
  type Client,
  type Order,
} from '#clients/typescript/src/main.ts';
import { useClient } from '../data/client.tsx';
import { useHeldRows, type HeldList } from '../data/use-held-rows.ts';
import { useList } from '../data/use-list.ts';
import { useRefreshPace } from '../data/use-live.ts';
import type { FileQuery } from '../parts/export-button.tsx';
import { useLanguage } from '../texts/language.tsx';
import { listQuery, type OrderView } from './order-view.ts';

/** Polling interval while the event stream is unavailable or delayed. */
const refreshEveryMs = 15_000;

/** A page of the list. Its rows stay in place while the user works in them. */
export function useOrders(view: OrderView): HeldList<Order> {
  const query = listQuery(view);
  const list = useList(
    ['orders'],
    query,
    (client, asked, options) => ordersList({ client, query: asApiTakes(asked), ...options }),
    { refreshEveryMs: useRefreshPace(refreshEveryMs) },
  );
  const held = useHeldRows(list, query);
  const read = useReadOrders(held.left);
  return { ...held, rows: read.size === 0 ? held.rows : held.rows.map((row) => read.get(row.id) ?? row) };
}

/** Loads the current state of shown orders that are no longer on this page of the list. */
function useReadOrders(ids: HeldList<Order>['left']): ReadonlyMap<number, Order> {
  const client = useClient();
  const { language } = useLanguage();
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['orders', id, language],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        ordersRead({ client, path: { order: Number(id) }, signal }).withResponse(),
    })),
    combine: (reads) =>
      new Map(reads.flatMap(({ data }) => (data === undefined ? [] : [[data.data.id, data.data]]))),
  });
}

/** Exports every order that matches a view. */
export function ordersFile(view: OrderView) {
  return (client: Client, file: FileQuery, options: CallOptions) =>
    ordersList({ client, query: { ...asApiTakes(listQuery(view)), ...file }, ...options });
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
