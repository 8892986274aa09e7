import type { EventDraft } from '#shared/commands/handler.ts';
import { orderResource } from './order-resource.ts';
import type { Order } from './records.ts';

export type OrderHappening = 'placed' | 'created' | 'updated' | 'status-changed' | 'deleted';

/** The fact that something happened to an order, with the order as admins see it. */
export function orderEvent(happened: OrderHappening, order: Order, decimals: number): EventDraft {
  const version = happened === 'deleted' ? order.version + 1 : order.version;
  return {
    type: `orders.order.${happened}.v1`,
    subject: `orders/${order._id}`,
    data: { version, ...orderResource(order, { area: 'admin', language: 'en', decimals }) },
  };
}
