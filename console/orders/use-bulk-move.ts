import { ordersBulkUpdate, type OrderStatus } from '#clients/typescript/src/main.ts';
import { useRehearsedWork, type RehearsedWork } from '../data/use-rehearsed-work.ts';
import type { OrderSelection } from './order-view.ts';

export interface BulkMove {
  orders: OrderSelection;
  to: OrderStatus;
  reason: string;
}

export type BulkMoveState = RehearsedWork<BulkMove>;

/** Changes the status of many orders. */
export function useBulkMove(): BulkMoveState {
  return useRehearsedWork<BulkMove>(
    (client, { orders, to, reason }, headers) =>
      ordersBulkUpdate({
        client,
        headers,
        body: { ...orders, status: to, ...(reason !== '' && { reject_reason: reason }), dry_run: true },
      }),
    [['orders']],
  );
}
