import { randomInt } from 'node:crypto';
import type { Handler, Handlers } from '#shared/engine/decide/handler.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { ordersReads, ordersWrites, type OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { defineService } from '#shared/engine/service/define-service.ts';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import { externalUser } from '#shared/platform/process/external-user.ts';
import { pairSecret } from '#shared/platform/process/internal-secrets.ts';
import type { Log } from '#shared/platform/process/log.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { addressHandlers } from './customers/address.ts';
import { orderBulk } from './orders/bulk-orders.ts';
import { cancelOrder } from './orders/cancel-order.ts';
import { addToCart, clearCart, removeFromCart, setInCart } from './cart/cart.ts';
import { checkout } from './cart/checkout.ts';
import { createOrder } from './orders/create-order.ts';
import { deleteOrder } from './orders/delete-order.ts';
import { cleanAfterErasure, cleanCommand } from './erasure/clean-after-erasure.ts';
import { againCommand, eraseAgain } from './erasure/erase-again.ts';
import { eraseUser } from './erasure/erase-user.ts';
import { forExternalShoppers } from './customers/external-shopper.ts';
import { inventoryHandlers } from './stock/inventory.ts';
import { noteOrder } from './orders/note-order.ts';
import { createOrderItem, deleteOrderItem } from './orders/order-item.ts';
import { updateProfile } from './customers/profile.ts';
import { updateSavedViews } from './shop/saved-views.ts';
import { updateSettings } from './shop/shop-settings.ts';
import { addressedByOrders } from './records/addressed-record.ts';
import { countingWriters } from './records/storage/counts.ts';
import { ordersModels, type OrdersModels } from './records/storage/orders-models.ts';
import type { OrdersNeeds, OrdersRecords, OrdersTables } from './records/tables.ts';
import { lostRules, ordersAudit } from './audit/storage/orders-audit.ts';
import { ordersRepairs } from './audit/storage/repair-orders.ts';
import { ordersLists } from './lists.ts';
import { ordersData } from './migrations/orders-data.ts';
import { productCopyHandlers, productEvents } from './stock/product-copy.ts';
import {
  createCatalogProducts,
  createFetchProducts,
  type CatalogClient,
  type FetchProducts,
} from './stock/storage/catalog-client.ts';
import { ordersLayout } from './store/layout.ts';
import { createLoadMore, ordersLoads } from './store/loads.ts';
import { ordersResources } from './store/resources.ts';
import { updateOrderItem } from './orders/update-order-item.ts';
import { updateOrder } from './orders/update-order.ts';
import { userHandlers } from './customers/user.ts';

// A type alias, because an interface is not assignable to an index signature.
export type Orders = {
  name: 'orders';
  records: OrdersRecords;
  tables: OrdersTables;
  needs: OrdersNeeds;
  models: OrdersModels;
  /** Null: the catalog's address is not set. */
  own: { catalog: CatalogClient | null; fetchProducts: FetchProducts };
};

type BulkCommands = Extract<keyof OrdersCommands, `${string}.bulk-${string}`>;
type PlainHandlers = Handlers<OrdersTables, OrdersNeeds, Omit<OrdersCommands, BulkCommands>>;

const keyOf = (externalId: string): string => externalUser(externalId).key;

export const orders = defineService<Orders>({
  name: 'orders',
  resources: ordersResources,
  sequences: ['order_items'],
  models: ordersModels,
  loads: ordersLoads,
  storage: ({ models, own: { fetchProducts } }) => ({
    ...ordersLayout(models, randomInt(countingWriters)),
    also: createLoadMore(models, fetchProducts),
    hasSharedRecords: true,
  }),
  addressed: addressedByOrders,
  data: ordersData,
  reads: ordersReads,
  writes: ordersWrites,
  handlers: ({ units, settings }) => ({
    ...ordersHandlers(units, settings.TAX_RATE),
    ...productCopyHandlers(units.currencyDecimals),
  }),
  bulk: ({ currencyDecimals }): Record<BulkCommands, ReturnType<typeof orderBulk>[BulkCommands]> =>
    orderBulk(currencyDecimals),
  lists: ordersLists,
  follows: productEvents,
  audit: { sections: ordersAudit, repairs: ordersRepairs, lost: lostRules },
});

function ordersHandlers(units: StoreUnits, taxRate: number) {
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
  const handlers = Object.entries(plain).map(([type, handler]) => [
    type,
    forExternalShoppers(handler as Handler<OrdersTables, OrdersNeeds, Command>),
  ]);
  return {
    ...(Object.fromEntries(handlers) as PlainHandlers),
    [cleanCommand]: cleanAfterErasure(decimals),
    [againCommand]: eraseAgain(keyOf),
  };
}

/** The catalog, for products without a copy. Null if its address is not set. */
export function openCatalog(
  settings: Pick<SettingsOf<'orders-api' | 'orders-worker'>, 'CATALOG_URL' | 'ORDERS_CATALOG_SECRET' | 'INTERNAL_SECRET'>,
  log: Log,
): Orders['own'] {
  const { CATALOG_URL: url } = settings;
  const catalog = url === null ? null : createCatalogProducts(url, pairSecret('ORDERS_CATALOG_SECRET', settings));
  return { catalog, fetchProducts: createFetchProducts(catalog, log) };
}
