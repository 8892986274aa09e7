import type { clientOrderSchema, rehearsedOrderSchema } from '#shared/contracts/endpoints/order-schema.ts';
import type { Shown } from '#shared/contracts/schema-kit/resource-schema.ts';

const untimed = { created_at: null, updated_at: null };

/** The order that a checkout would create. It lacks ids, number and times, because these exist only after the checkout. */
export function rehearsedOrder(order: Shown<typeof clientOrderSchema>): Shown<typeof rehearsedOrderSchema> {
  return {
    ...order,
    id: null,
    order_number: null,
    items: order.items.map((item) => ({ ...item, id: null, order_id: null, ...untimed })),
    history: order.history.map((move) => ({ ...move, at: null })),
    ...untimed,
  };
}
