import { bulkHandlers } from '#shared/decide/bulk-operation.ts';
import type { BulkWork } from '#shared/decide/bulk-operation.ts';
import type { Handlers } from '#shared/decide/handler.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { addressHandlers } from './rules/address.ts';
import { orderBulk } from './rules/bulk-orders.ts';
import { cartHandlers } from './rules/cart.ts';
import { checkoutHandlers } from './rules/checkout.ts';
import { inventoryHandlers } from './rules/inventory.ts';
import { orderItemHandlers } from './rules/order-item.ts';
import { orderHandlers } from './rules/order.ts';
import type { OrdersNeeds, OrdersTables } from './rules/tables.ts';
import { userHandlers } from './rules/user.ts';

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
  const bulk: Record<BulkCommands, BulkWork<OrdersTables, OrdersNeeds>> = orderBulk(decimals);
  return { ...plain, ...bulkHandlers<OrdersTables, OrdersNeeds>(bulk) };
}
