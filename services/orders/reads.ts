import type { ReadRequest } from '#shared/contracts/schema-kit/define.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import { Problem } from '#shared/errors.ts';
import { oneRecord } from '#shared/http/read-answer.ts';
import type { ReadHandlers } from '#shared/http/service-app.ts';
import { findList } from '#shared/lists/find-list.ts';
import { createRecentTotals } from '#shared/lists/list-total.ts';
import { isPageOfMatches } from '#shared/lists/list-source.ts';
import type { ListSource } from '#shared/lists/list-source.ts';
import { containsIn, onDay } from '#shared/lists/list-filters.ts';
import { operator } from '#shared/mongo/operator.ts';
import { byId } from '#shared/mongo/load-records.ts';
import { createReadById } from '#shared/mongo/read-by-id.ts';
import { createSharedReads } from '#shared/lists/coalesce-reads.ts';
import { addressResource } from './rules/address.ts';
import { cartResource } from './rules/cart-resource.ts';
import { inventoryResource, uncounted } from './rules/inventory.ts';
import type { FetchProducts } from './storage/new-products.ts';
import { findProduct } from './rules/order-lines.ts';
import { itemResource, orderResource } from './rules/order-resource.ts';
import type { ItemRow, OrdersModels } from './storage/orders-models.ts';
import { countedOrders, equalOrderFilters, orderListAccess } from './storage/order-list.ts';
import { countOrders } from './storage/order-counts.ts';
import { createOrderSearch } from './storage/order-search.ts';
import { loadProducts, ordersOfItems } from './storage/orders-store.ts';
import type { Address, Cart, Inventory, Order, User } from './rules/tables.ts';
import { userResource } from './rules/user.ts';

/** The user whose records a client request may see; 0, whose there are none, for a caller without one. */
function ownerId(request: Pick<ReadRequest, 'caller'>): number {
  return request.caller.userId ?? 0;
}

/** The record, when it is the caller's. */
function own<R extends { user_id: number }>(
  record: R | null,
  request: Pick<ReadRequest, 'caller'>,
): R | null {
  return record?.user_id === ownerId(request) ? record : null;
}

/** Answers of the orders service's reads. */
export function ordersLists(
  models: OrdersModels,
  locale: StoreLocale,
  fetchProducts: FetchProducts,
): ReadHandlers<OrdersRequests> {
  const decimals = locale.currencyDecimals;
  const reads = { totals: createRecentTotals(), shared: createSharedReads() };
  const readOrder = createReadById<Order>(models.orders);
  const readUser = createReadById<User>(models.users);
  const readAddress = createReadById<Address>(models.addresses);
  const readInventory = createReadById<Inventory>(models.inventory);
  const readCart = createReadById<Cart>(models.carts);
  const orderSearch = createOrderSearch(models);
  const day = (path: string) => (value: string) => onDay(path, value, locale);
  const equal = (path: string) => (value: unknown) => ({ [path]: value });
  const view = ({ caller: { area }, language }: Pick<ReadRequest, 'caller' | 'language'>) => ({
    area,
    language,
    decimals,
  });

  const orderSource = (
    request: OrdersRequests['orders.list'],
  ): ListSource<Order, OrdersRequests['orders.list']['query']['filters']> => ({
    model: models.orders as never,
    render: (order) => orderResource(order, view(request)),
    uniqueFields: ['order_number'],
    access: orderListAccess,
    knownTotal: (query) => {
      const counted = countedOrders(query);
      return counted && (() => countOrders(models.orderCounts, counted));
    },
    findMatches: orderSearch.page,
    countMatches: orderSearch.count,
    ...reads,
    filters: {
      ...equalOrderFilters,
      status: (states) => ({ status: operator({ $in: states }) }),
      created_at: day('created_at'),
      updated_at: day('updated_at'),
    },
  });

  const addressSource: ListSource<Address, OrdersRequests['addresses.list']['query']['filters']> = {
    model: models.addresses as never,
    render: addressResource,
    ...reads,
    filters: {
      user_id: equal('user_id'),
      city: (text) => containsIn(['city'], text),
      country: equal('country'),
      created_at: day('created_at'),
    },
  };

  const userSource: ListSource<User, OrdersRequests['users.list']['query']['filters']> = {
    model: models.users as never,
    render: userResource,
    ...reads,
    filters: {
      name: (text) => containsIn(['name'], text),
      email: (text) => containsIn(['email'], text),
      phone: (text) => containsIn(['phone'], text),
      created_at: day('created_at'),
    },
  };

  const itemSource = (
    request: OrdersRequests['order-items.list'],
  ): ListSource<ItemRow, OrdersRequests['order-items.list']['query']['filters']> => ({
    model: models.items as never,
    render: ({ _id: id, order_id: orderId, ...row }) => itemResource({ id, ...row }, orderId, view(request)),
    ...reads,
    filters: { order_id: equal('order_id'), product_id: equal('product_id'), created_at: day('created_at') },
  });

  return {
    'orders.list': async (request) => {
      const { search } = request.query;
      const few = search === null || isPageOfMatches(request.query) ? null : await orderSearch.few(search);
      if (!few) return findList(orderSource(request), request);
      const among = { ...request, query: { ...request.query, search: null } };
      return findList(orderSource(request), among, { _id: operator({ $in: few }) });
    },
    'orders.read': async (request) =>
      oneRecord(await readOrder(request.params.order), (order) => orderResource(order, view(request))),
    'own-orders.list': (request) => findList(orderSource(request), request, { user_id: ownerId(request) }),
    'own-orders.read': async (request) =>
      oneRecord(own(await readOrder(request.params.order), request), (order) =>
        orderResource(order, view(request)),
      ),
    'order-items.list': (request) => findList(itemSource(request), request),
    'order-items.read': async (request) => {
      const itemId = request.params.order_item;
      const [order] = (await ordersOfItems(models, [itemId])).values();
      return oneRecord(order ?? null, ({ _id, items }) => {
        const item = items.find(({ id }) => id === itemId);
        return item && itemResource(item, _id, view(request));
      });
    },
    'users.list': (request) => findList(userSource, request),
    'users.read': async ({ params }) => oneRecord(await readUser(params.user), userResource),
    'addresses.list': (request) => findList(addressSource, request),
    'addresses.read': async ({ params }) => oneRecord(await readAddress(params.address), addressResource),
    'own-addresses.list': (request) => findList(addressSource, request, { user_id: ownerId(request) }),
    'own-addresses.read': async (request) =>
      oneRecord(own(await readAddress(request.params.address), request), addressResource),
    'inventory.read': async ({ params: { product } }) => {
      const [known, record] = await Promise.all([
        loadProducts(models, fetchProducts, [product]),
        readInventory(product),
      ]);
      if (!findProduct(known, product)) throw new Problem('not_found');
      const stock = record ?? uncounted(product);
      return { kind: 'one', data: inventoryResource(stock), version: stock.version };
    },
    'cart.read': async (request) => {
      const cart = await readCart(ownerId(request));
      const { items, version } = cart ?? { items: [], version: 0 };
      const wanted = items.map((item) => item.product_id);
      const [known, inventory] = await Promise.all([
        loadProducts(models, fetchProducts, wanted),
        byId<Inventory>(models.inventory, wanted),
      ]);
      const productOf = (id: number) => known.products.get(id) ?? known.newProducts.get(id);
      const data = cartResource(items, productOf, inventory, { language: request.language, decimals });
      return { kind: 'one', data, version, isComposed: true };
    },
  };
}
