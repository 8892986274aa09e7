import type { EventDraft } from '#shared/decide/handler.ts';
import { recordEvent } from '#shared/decide/versioned-record.ts';
import { orderResource } from './order-resource.ts';
import type { Order } from './tables.ts';

type OrderHappening = 'placed' | 'created' | 'updated' | 'status-changed' | 'deleted';

/** The fact that something happened to an order, with the order as admins see it. */
export function orderEvent(happened: OrderHappening, order: Order, decimals: number): EventDraft {
  const shown = orderResource(order, { area: 'admin', language: 'en', decimals });
  return recordEvent({ kind: 'orders.order', path: 'orders' }, happened, order, shown);
}
