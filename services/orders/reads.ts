import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import type { ReadRequest } from '#shared/contracts/kit/define.ts';
import type { StoreUnits } from '#shared/contracts/kit/fields.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { oneRecord } from '#shared/engine/reads/read-answer.ts';
import type { ReadHandlers } from '#shared/engine/reads/service-app.ts';
import { createFindList } from '#shared/engine/lists/find-list.ts';
import { byId } from '#shared/platform/mongo/load-records.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { createReadById } from '#shared/platform/mongo/read-by-id.ts';
import {
  renderRecord,
  UnreadableRecord,
  createReportUnreadable,
} from '#shared/engine/lists/unreadable-record.ts';
import { ordersLists } from './lists.ts';
import { findProduct } from './stock/product-copy.ts';
import { addressResource } from './customers/address.ts';
import { faults } from './records/damaged-records.ts';
import { cartResource } from './cart/cart-resource.ts';
import { inventoryResource, uncounted } from './stock/inventory-resource.ts';
import { profileResource } from './customers/profile.ts';
import { paymentResource } from './payments/payment.ts';
import { returnResource } from './returns/return.ts';
import { itemResource, orderResource, type View } from './orders/order-resource.ts';
import { noViews, savedViewsResource } from './shop/saved-views.ts';
import { settingsResource, unsetSettings } from './shop/shop-settings.ts';
import {
  shopSettingsId,
  type Address,
  type Cart,
  type Inventory,
  type Order,
  type OrderReturn,
  type Payment,
  type SavedViews,
  type ShopSettings,
  type User,
} from './records/tables.ts';
import { userResource } from './customers/user.ts';
import { auditResource, type ReadAudits } from './read-audits.ts';
import { createStatisticsRead } from './statistics.ts';
import { createStockList } from './stock-list.ts';
import { createTimelineReads } from './timelines.ts';
import { createUserExport } from './user-export.ts';
import { createFindShopper } from './customers/storage/find-shopper.ts';
import { type FetchProducts, loadProducts } from './stock/storage/catalog-client.ts';
import type { OrdersModels } from './records/storage/orders-models.ts';
import { ordersOfItems } from './orders/storage/load-orders.ts';

type Asker = Pick<ReadRequest, 'caller'>;
type ViewOf = (request: Asker & Pick<ReadRequest, 'language'>) => View;

interface Deps {
  units: StoreUnits;
  fetchProducts: FetchProducts;
  readAudits: ReadAudits;
  log: Log;
}

export function createOrdersReads(
  models: OrdersModels,
  { units, fetchProducts, readAudits, log }: Deps,
): ReadHandlers<OrdersRequests> {
  const findList = createFindList(createReportUnreadable(log));
  const lists = ordersLists(models, units);
  const readOrder = createReadById<Order>(models.orders);
  const readPayment = createReadById<Payment>(models.payments);
  const readReturn = createReadById<OrderReturn>(models.returns);
  const readUser = createReadById<User>(models.users);
  const findShopper = createFindShopper(models);
  const readAddress = createReadById<Address>(models.addresses);
  const view: ViewOf = ({ caller: { area }, language }) => ({
    area,
    language,
    decimals: units.currencyDecimals,
  });
  /** Throws 404 if the order is missing. */
  const ofOrder = async (order: number) => {
    if (!(await readOrder(order))) throw new Problem('not_found');
    return { order_id: order };
  };
  const shopperOf: ShopperOf = async ({ caller }) => (await findShopper(caller))?._id ?? 0;
  /** Resolves with null if the record does not exist or belongs to another shopper. */
  const ofShopper = async <R extends { user_id: number }>(record: Promise<R | null>, request: Asker) => {
    const [found, shopper] = await Promise.all([record, shopperOf(request)]);
    return found?.user_id === shopper ? found : null;
  };

  return {
    'orders.list': (request) => findList(lists.orders, request),
    'orders.read': async (request) =>
      oneRecord(await readOrder(request.params.order), (order) => orderResource(order, view(request))),
    'own-orders.list': async (request) =>
      findList(lists.orders, request, { user_id: await shopperOf(request) }),
    'own-orders.read': async (request) =>
      oneRecord(await ofShopper(readOrder(request.params.order), request), (order) =>
        orderResource(order, view(request)),
      ),
    'order-items.list': (request) => findList(lists.items, request),
    'order-items.read': async (request) => {
      const itemId = request.params.order_item;
      const [order] = (await ordersOfItems(models, [itemId])).values();
      return oneRecord(order ?? null, ({ _id, items }) => {
        const item = items.find(({ id }) => id === itemId);
        if (!item) throw new Error(`its lines do not contain item ${itemId}`);
        return itemResource(item, _id, view(request));
      });
    },
    'payments.list': (request) => findList(lists.payments, request),
    'payments.read': async ({ params }) =>
      oneRecord(await readPayment(params.payment), (payment) =>
        paymentResource(payment, units.currencyDecimals),
      ),
    'payments.of-order': async (request) =>
      findList(lists.payments, request, await ofOrder(request.params.order)),
    'returns.list': (request) => findList(lists.returns, request),
    'returns.read': async (request) =>
      oneRecord(await readReturn(request.params.return), (record) => returnResource(record, view(request))),
    'returns.of-order': async (request) =>
      findList(lists.returns, request, await ofOrder(request.params.order)),
    'own-returns.list': async (request) => {
      const order = await ofShopper(readOrder(request.params.order), request);
      if (!order) throw new Problem('not_found');
      return findList(lists.returns, request, { order_id: order._id, user_id: order.user_id });
    },
    'own-returns.read': async (request) => {
      const { order: orderId, return: id } = request.params;
      const [order, record] = await Promise.all([ofShopper(readOrder(orderId), request), readReturn(id)]);
      const isOwn = order && record?.order_id === order._id && record.user_id === order.user_id;
      return oneRecord(isOwn ? record : null, (one) => returnResource(one, view(request)));
    },
    'users.list': (request) => findList(lists.users, request),
    'users.read': async ({ params }) => oneRecord(await readUser(params.user), userResource),
    'users.export': createUserExport(models, { log, decimals: units.currencyDecimals }),
    'me.read': async ({ caller }) => oneRecord(await findShopper(caller), profileResource),
    'addresses.list': (request) => findList(lists.addresses, request),
    'addresses.read': async ({ params }) => oneRecord(await readAddress(params.address), addressResource),
    'own-addresses.list': async (request) =>
      findList(lists.addresses, request, { user_id: await shopperOf(request) }),
    'own-addresses.read': async (request) =>
      oneRecord(await ofShopper(readAddress(request.params.address), request), addressResource),
    'inventory.list': createStockList(models, lists.stock, findList),
    'inventory.read': createInventoryRead(models, fetchProducts),
    'cart.read': createCartRead(models, fetchProducts, view, shopperOf),
    ...createTimelineReads(models, { fetchProducts, decimals: units.currencyDecimals }),
    ...createSettingsReads(models, units),
    'statistics.orders': createStatisticsRead(models, lists.orders, units),
    'audit.read': async ({ language }) => ({
      kind: 'one',
      data: auditResource(await readAudits(), language),
      version: 0,
    }),
  };
}

function createSettingsReads(
  models: OrdersModels,
  units: StoreUnits,
): Pick<ReadHandlers<OrdersRequests>, 'settings.read' | 'saved-views.read'> {
  const readSettings = createReadById<ShopSettings>(models.settings);
  return {
    'settings.read': async ({ language }) => {
      const settings = (await readSettings(shopSettingsId)) ?? unsetSettings;
      const data = renderRecord(settings, (record) => settingsResource(record, language, units));
      return { kind: 'one', data, version: settings.version };
    },
    'saved-views.read': async ({ caller: { subject } }) => {
      const kept = await byId<SavedViews>(models.savedViews, [subject]);
      return oneRecord(kept.get(subject) ?? noViews(subject), savedViewsResource);
    },
  };
}

function createInventoryRead(
  models: OrdersModels,
  fetchProducts: FetchProducts,
): ReadHandlers<OrdersRequests>['inventory.read'] {
  const readInventory = createReadById<Inventory>(models.inventory);
  return async ({ params: { product } }) => {
    const [known, record] = await Promise.all([
      loadProducts(models, fetchProducts, [product]),
      readInventory(product),
    ]);
    if (!findProduct(known, product)) throw new Problem('not_found');
    return oneRecord(record ?? uncounted(product), inventoryResource);
  };
}

function createCartRead(
  models: OrdersModels,
  fetchProducts: FetchProducts,
  view: ViewOf,
  shopperOf: ShopperOf,
): ReadHandlers<OrdersRequests>['cart.read'] {
  const readCart = createReadById<Cart>(models.carts);
  return async (request) => {
    const kept = await readCart(await shopperOf(request));
    const fault = kept && faults.carts(kept);
    if (fault !== null) throw new UnreadableRecord(`carts/${kept?._id ?? 0}`, fault);
    const { items, version } = kept ?? { items: [], version: 0 };
    const wanted = items.map((item) => item.product_id);
    const [known, stock] = await Promise.all([
      loadProducts(models, fetchProducts, wanted),
      byId<Inventory>(models.inventory, wanted),
    ]);
    const productOf = (id: number) => known.products.get(id) ?? known.newProducts.get(id);
    const stockOf = (id: number) => stock.get(id)?.stock ?? null;
    return { kind: 'one', data: cartResource(items, productOf, stockOf, view(request)), version };
  };
}

/** Returns the id of the user whose records a request may see. Returns 0, which is no user's id, if the caller has no user. */
type ShopperOf = (request: Asker) => Promise<number>;
