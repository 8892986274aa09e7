import { ordersList } from '#clients/typescript/src/main.ts';
import type { CallOptions, Client } from '#clients/typescript/src/main.ts';
import { useList } from '../data/use-list.ts';
import type { FileQuery } from '../parts/export-button.tsx';
import { listQuery } from './order-view.ts';
import type { OrderView } from './order-view.ts';

/** Somebody else moves orders too. */
const refreshEveryMs = 15_000;

export function useOrders(view: OrderView) {
  return useList(
    ['orders'],
    listQuery(view),
    (client, query, options) => ordersList({ client, query: asApiTakes(query), ...options }),
    { refreshEveryMs },
  );
}

/** Every order that a view finds, as a file. */
export function ordersFile(view: OrderView) {
  return (client: Client, file: FileQuery, options: CallOptions) =>
    ordersList({ client, query: { ...asApiTakes(listQuery(view)), ...file }, ...options });
}

type Asked = ReturnType<typeof listQuery>;

/** Numbers are typed as such by the SDK. */
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
