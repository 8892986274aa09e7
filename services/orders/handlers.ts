import { bulkHandlers } from '#shared/engine/decide/bulk-handlers.ts';
import type { Handler, Handlers } from '#shared/engine/decide/handler.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import { addressHandlers } from './customers/address.ts';
import { orderBulk } from './orders/bulk-orders.ts';
import { changeOrder, rehearsedChange, undoneChange } from './orders/change-order.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { addToCart, clearCart, removeFromCart, setInCart } from './cart/cart.ts';
import { checkout } from './cart/checkout.ts';
import { createOrder } from './orders/create-order.ts';
import { deleteOrder } from './orders/delete-order.ts';
import { cleanAfterErasure, cleanCommand } from './erasure/clean-after-erasure.ts';
import { eraseUser, againCommand, eraseAgain } from './erasure/erase-user.ts';
import { forExternalShoppers } from './customers/shopper.ts';
import { inventoryHandlers } from './stock/inventory.ts';
import { toTaxRate } from './orders/figures.ts';
import { moveReturn } from './orders/move-return.ts';
import { announceReturn, requestReturn, withdrawReturn } from './orders/request-return.ts';
import { recordPayment } from './orders/record-payment.ts';
import { capturePayment, refundPayment, voidPayment } from './orders/settle-payment.ts';
import { noteOrder } from './orders/note-order.ts';
import { createOrderItem, deleteOrderItem, updateOrderItem } from './orders/order-item.ts';
import { updateProfile } from './customers/profile.ts';
import { rehearsedOrder } from './orders/order-resource.ts';
import { updateSavedViews } from './shop/saved-views.ts';
import { updateSettings } from './shop/shop-settings.ts';
import type { OrdersNeeds, OrdersTables } from './records/tables.ts';
import { trackedByOrders } from './store/resources.ts';
import { updateOrder } from './orders/update-order.ts';
import { userHandlers } from './customers/user.ts';

type BulkCommands = Extract<keyof OrdersCommands, `${string}.bulk-${string}`>;
type PlainHandlers = Handlers<OrdersTables, OrdersNeeds, Omit<OrdersCommands, BulkCommands>>;

/**
 * The commands that can be rehearsed (`dry_run`). Each has the function that builds the rehearsal's response from the command's
 * response data.
 */
export const rehearsedByOrders: Readonly<Record<string, (data: never) => unknown>> = {
  'orders.checkout': rehearsedOrder,
  'orders.create': rehearsedOrder,
  'orders.change': rehearsedChange,
  'returns.update': (record: object) => record,
};

const keyOf = (externalId: string): string => externalUser(externalId).key;

export function ordersHandlers(
  units: StoreUnits,
  { taxRate, returnDays }: { taxRate: number; returnDays: number },
) {
  const decimals = units.currencyDecimals;
  const localTime = localTimes(units.timeZone);
  const returns = { decimals, days: returnDays, localDay: (moment: string) => localTime(moment).day };
  const rules = { decimals, taxRate: toTaxRate(taxRate) };
  const plain: PlainHandlers = {
    'orders.create': createOrder(rules),
    'orders.update': updateOrder(rules),
    'orders.delete': deleteOrder(decimals),
    'orders.change': changeOrder(rules),
    'order-notes.create': noteOrder(decimals),
    'orders.checkout': checkout(rules),
    'orders.cancel': cancelOrder(decimals),
    'order-items.create': createOrderItem(rules),
    'order-items.update': updateOrderItem(rules),
    'order-items.delete': deleteOrderItem(rules),
    'returns.create': announceReturn(returns),
    'returns.update': moveReturn(returns),
    'own-returns.create': requestReturn(returns),
    'own-returns.withdraw': withdrawReturn(returns),
    'payments.create': recordPayment(decimals),
    'payments.capture': capturePayment(decimals),
    'payments.void': voidPayment(decimals),
    'payments.refund': refundPayment(decimals),
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
    ...bulkHandlers<OrdersTables, OrdersNeeds>('orders', bulk, trackedByOrders, {
      'orders.change': undoneChange(decimals),
    }),
  };
}
