import { createReadTimeline, readStockTimeline } from '#shared/engine/commands/ledger/read-timeline.ts';
import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import type { ReadHandlers } from '#shared/engine/reads/service-app.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import { findProduct } from './stock/product-copy.ts';
import type { Address, Inventory, Order, OrderReturn, Payment, User } from './records/tables.ts';
import { trackedByOrders } from './store/resources.ts';
import { type FetchProducts, loadProducts } from './stock/storage/catalog-client.ts';
import type { OrdersModels } from './records/storage/orders-models.ts';

/** Stock is not included, because its timeline also has the changes by orders. */
export function ordersTimelines(models: OrdersModels) {
  const { orders, payments, returns, users, addresses } = trackedByOrders;
  return {
    orders: { path: 'orders', table: orders, read: createReadById<Order>(models.orders) },
    payments: { path: 'payments', table: payments, read: createReadById<Payment>(models.payments) },
    returns: { path: 'returns', table: returns, read: createReadById<OrderReturn>(models.returns) },
    users: { path: 'users', table: users, read: createReadById<User>(models.users) },
    addresses: { path: 'addresses', table: addresses, read: createReadById<Address>(models.addresses) },
  };
}

export function createTimelineReads(
  models: OrdersModels,
  { fetchProducts, decimals }: { fetchProducts: FetchProducts; decimals: number },
): Pick<ReadHandlers<OrdersRequests>, Extract<keyof OrdersRequests, `${string}.timeline`>> {
  const { ledger } = models;
  const readTimeline = createReadTimeline(ledger, decimals);
  const { orders, payments, returns, users, addresses } = ordersTimelines(models);
  const readInventory = createReadById<Inventory>(models.inventory);
  const stockVersion = async (product: number): Promise<number | null> => {
    const record = await readInventory(product);
    if (record) return record.version;
    const known = await loadProducts(models, fetchProducts, [product]);
    return findProduct(known, product) ? 0 : null;
  };
  return {
    'orders.timeline': (request) => readTimeline(orders, request.params.order, request),
    'payments.timeline': (request) => readTimeline(payments, request.params.payment, request),
    'returns.timeline': (request) => readTimeline(returns, request.params.return, request),
    'users.timeline': (request) => readTimeline(users, request.params.user, request),
    'addresses.timeline': (request) => readTimeline(addresses, request.params.address, request),
    'inventory.timeline': async (request) => {
      const { product } = request.params;
      return readStockTimeline(ledger, product, await stockVersion(product), request);
    },
  };
}
