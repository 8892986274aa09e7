import type { Handlers } from '#shared/commands/handler.ts';
import type { OrdersCommands } from '#shared/contracts/orders-service.ts';
import { addressHandlers } from './address.ts';
import { bulkOrderHandlers } from './bulk-orders.ts';
import { cartHandlers } from './cart.ts';
import { checkoutHandlers } from './checkout.ts';
import { inventoryHandlers } from './inventory.ts';
import { orderItemHandlers } from './order-item.ts';
import { orderHandlers } from './order.ts';
import type { OrdersNeeds, OrdersTables } from './records.ts';
import { userHandlers } from './user.ts';

/** Every command of the orders service. */
export function ordersHandlers(
  decimals: number,
  taxRate: number,
): Handlers<OrdersTables, OrdersNeeds, OrdersCommands> {
  return {
    ...orderHandlers(decimals),
    ...checkoutHandlers(decimals, taxRate),
    ...bulkOrderHandlers(decimals),
    ...orderItemHandlers(decimals),
    ...cartHandlers(decimals),
    ...userHandlers,
    ...addressHandlers,
    ...inventoryHandlers,
  };
}
