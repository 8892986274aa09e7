import type { clientOrderSchema, rehearsedOrderSchema } from '#shared/contracts/endpoints/order-schema.ts';
import type { Shown } from '#shared/contracts/schema-kit/resource-schema.ts';

const untimed = { created_at: null, updated_at: null };

/** An order as it would be placed: without ids, number and times, which only a placed order has. */
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
