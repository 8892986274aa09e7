import { bulkHandlers } from '#shared/decide/bulk-handlers.ts';
import type { Handler, Handlers } from '#shared/decide/handler.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { StoreUnits } from '#shared/contracts/schema-kit/fields.ts';
import { externalUser } from '#shared/process/external-user.ts';
import { addressHandlers } from './rules/address.ts';
import { orderBulk } from './rules/bulk-orders.ts';
import { cancelOrder } from './rules/cancel-order.ts';
import { addToCart, clearCart, removeFromCart, setInCart } from './rules/cart.ts';
import { checkout } from './rules/checkout.ts';
import { createOrder } from './rules/create-order.ts';
import { deleteOrder } from './rules/delete-order.ts';
import { cleanAfterErasure, cleanCommand } from './rules/erasure/clean-after-erasure.ts';
import { againCommand, eraseAgain } from './rules/erasure/erase-again.ts';
import { eraseUser } from './rules/erasure/erase-user.ts';
import { forExternalShoppers } from './rules/external-shopper.ts';
import { inventoryHandlers } from './rules/inventory.ts';
import { noteOrder } from './rules/note-order.ts';
import { createOrderItem, deleteOrderItem } from './rules/order-item.ts';
import { updateProfile } from './rules/profile.ts';
import { rehearsedOrder } from './rules/order-resource.ts';
import { updateSavedViews } from './rules/saved-views.ts';
import { updateSettings } from './rules/shop-settings.ts';
import type { OrdersNeeds, OrdersTables } from './rules/tables.ts';
import { trackedByOrders } from './rules/tracked.ts';
import { updateOrderItem } from './rules/update-order-item.ts';
import { updateOrder } from './rules/update-order.ts';
import { userHandlers } from './rules/user.ts';

type BulkCommands = Extract<keyof OrdersCommands, `${string}.bulk-${string}`>;
type PlainHandlers = Handlers<OrdersTables, OrdersNeeds, Omit<OrdersCommands, BulkCommands>>;

/** The commands that can be rehearsed, each with the function that turns its response data into the rehearsal's response. */
export const rehearsedByOrders: Readonly<Record<string, (data: never) => unknown>> = {
  'orders.checkout': rehearsedOrder,
};

const keyOf = (externalId: string): string => externalUser(externalId).key;

export function ordersHandlers(units: StoreUnits, taxRate: number) {
  const decimals = units.currencyDecimals;
  const plain: PlainHandlers = {
    'orders.create': createOrder(decimals),
    'orders.update': updateOrder(decimals),
    'orders.delete': deleteOrder(decimals),
    'order-notes.create': noteOrder(decimals),
    'orders.checkout': checkout(decimals, taxRate),
    'orders.cancel': cancelOrder(decimals),
    'order-items.create': createOrderItem(decimals),
    'order-items.update': updateOrderItem(decimals),
    'order-items.delete': deleteOrderItem(decimals),
    'cart.add': addToCart(decimals),
    'cart.set': setInCart(decimals),
    'cart.remove': removeFromCart,
    'cart.clear': clearCart,
    ...userHandlers,
    'users.delete': eraseUser(keyOf),
    'me.update': updateProfile,
    ...addressHandlers,
    ...inventoryHandlers,
    'settings.update': updateSettings(units),
    'saved-views.update': updateSavedViews,
  };
  const bulk: Record<BulkCommands, ReturnType<typeof orderBulk>[BulkCommands]> = orderBulk(decimals);
  const handlers = Object.entries(plain).map(([type, handler]) => [
    type,
    forExternalShoppers(handler as Handler<OrdersTables, OrdersNeeds, Command>),
  ]);
  return {
    ...(Object.fromEntries(handlers) as PlainHandlers),
    [cleanCommand]: cleanAfterErasure(decimals),
    [againCommand]: eraseAgain(keyOf),
    ...bulkHandlers<OrdersTables, OrdersNeeds>('orders', bulk, trackedByOrders),
  };
}
