import { adminPaymentsOfOrder, type Payment } from '#clients/typescript/src/main.ts';
import { useList, type ListState } from '../data/use-list.ts';

const query = { paginate: 'cursor', per_page: 100 } as const;

/** The payments of an order, the newest first. */
export function usePayments(order: number): ListState<Payment> {
  return useList(
    ['payments'],
    { order },
    (options) => adminPaymentsOfOrder({ ...options, path: { order }, query }),
    { isPolled: true },
  );
}
