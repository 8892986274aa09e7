import { bulkHandlers } from '#shared/commands/bulk-operation.ts';
import type { Handlers } from '#shared/commands/handler.ts';
import type { OrdersCommands } from '#shared/contracts/orders-service.ts';
import { addressHandlers } from './address.ts';
import { orderBulk } from './bulk-orders.ts';
import { cartHandlers } from './cart.ts';
import { checkoutHandlers } from './checkout.ts';
import { inventoryHandlers } from './inventory.ts';
import { orderItemHandlers } from './order-item.ts';
import { orderHandlers } from './order.ts';
import type { OrdersNeeds, OrdersTables } from './records.ts';
import { userHandlers } from './user.ts';

type BulkCommands = Extract<keyof OrdersCommands, `${string}.bulk-${string}`>;
type PlainHandlers = Handlers<OrdersTables, OrdersNeeds, Omit<OrdersCommands, BulkCommands>>;

/** Every command of the orders service. */
export function ordersHandlers(decimals: number, taxRate: number) {
  const plain: PlainHandlers = {
    ...orderHandlers(decimals),
    ...checkoutHandlers(decimals, taxRate),
    ...orderItemHandlers(decimals),
    ...cartHandlers(decimals),
    ...userHandlers,
    ...addressHandlers,
    ...inventoryHandlers,
  };
  const bulk: Record<BulkCommands, unknown> = orderBulk(decimals);
  return { ...plain, ...bulkHandlers<OrdersTables, OrdersNeeds>(bulk as never) };
}
