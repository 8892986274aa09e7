import { adminReturnsOfOrder, type Order, type Return } from '#clients/typescript/src/main.ts';
import { useList, type ListState } from '../data/use-list.ts';
import { statesWithReturns } from '../parts/return-states.ts';

const query = { paginate: 'cursor', per_page: 100 } as const;

/** The returns of an order, the newest first. Orders that never left the shop have none. */
export function useReturns({ id, status }: Pick<Order, 'id' | 'status'>): ListState<Return> {
  return useList(
    ['returns'],
    { order: id },
    (options) => adminReturnsOfOrder({ ...options, path: { order: id }, query }),
    { isPolled: true, enabled: status === 'returned' || statesWithReturns.includes(status) },
  );
}
