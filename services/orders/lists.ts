import type { OrdersRequests } from '#shared/contracts/endpoints/orders-service.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { among, filtersOn } from '#shared/engine/lists/filters.ts';
import type { Listed, ListSource } from '#shared/engine/lists/source.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { addressResource, searchedAddressFields } from './customers/address.ts';
import { stockRow } from './stock/inventory-resource.ts';
import { paymentResource } from './payments/payment.ts';
import { returnResource } from './returns/return.ts';
import { withPaymentStatus } from './lists/storage/payment-status.ts';
import { itemResource, orderResource } from './orders/order-resource.ts';
import type { Address, Inventory, Order, OrderReturn, Payment, User } from './records/tables.ts';
import { searchedUserFields, userResource } from './customers/user.ts';
import { countOrders } from './records/storage/order-counts.ts';
import {
  countedOrders,
  createOrderAccess,
  equalOrderFilters,
  createOrderLookUp,
} from './lists/storage/list-access.ts';
import { createCountedTotal } from './statistics/storage/counted-total.ts';
import { orderIndexes, type ItemRow, type OrdersModels } from './records/storage/orders-models.ts';
import { createOrderSearch, orderSpellings } from './lists/storage/search.ts';

type List<R, Endpoint extends keyof OrdersRequests> = (
  models: OrdersModels,
  locale: StoreLocale,
) => ListSource<R, OrdersRequests[Endpoint]['query']['filters']>;

export function ordersLists(models: OrdersModels, locale: StoreLocale) {
  return {
    orders: orderList(models, locale),
    items: itemList(models, locale),
    users: userList(models, locale),
    addresses: addressList(models, locale),
    stock: stockList(models, locale),
    payments: paymentList(models, locale),
    returns: returnList(models, locale),
  };
}

const orderList: List<Listed<Order>, 'orders.list'> = (models, locale) => {
  const { amount, date, oneOf } = filtersOn<Order>(locale);
  const decimals = locale.currencyDecimals;
  const countedTotal = createCountedTotal(models, locale);
  return {
    model: models.orders,
    filters: {
      ...equalOrderFilters,
      status: oneOf('status'),
      created_at: date('created_at'),
      updated_at: date('updated_at'),
      total: amount('total'),
      payment_status: withPaymentStatus,
      product_id: (products) => among('items.product_id', products),
      id: oneOf('_id'),
      // `createOrderLookUp` applies the next two filters, so these functions add no condition.
      order_number: () => ({}),
      customer: () => ({}),
    },
    uniqueFields: ['order_number'],
    ...createOrderLookUp(models),
    access: createOrderAccess(models, locale.timeZone),
    scopedAccess: { hint: orderIndexes.user_id },
    keptTotal: (query) => {
      const counted = countedOrders(query);
      return counted ? () => countOrders(models.orderCounts, counted) : countedTotal(query);
    },
    searchIndex: createOrderSearch(models),
    spellings: orderSpellings,
    render: (order, { caller: { area }, language }) => orderResource(order, { area, language, decimals }),
  };
};

const paymentList: List<Listed<Payment>, 'payments.list'> = (models, locale) => {
  const { date, oneOf } = filtersOn<Payment>(locale);
  return {
    model: models.payments,
    filters: {
      order_id: oneOf('order_id'),
      provider: oneOf('provider'),
      method: oneOf('method'),
      state: oneOf('state'),
      created_at: date('created_at'),
      id: oneOf('_id'),
    },
    render: (payment) => paymentResource(payment, locale.currencyDecimals),
  };
};

const returnList: List<Listed<OrderReturn>, 'returns.list'> = (models, locale) => {
  const { date, oneOf } = filtersOn<OrderReturn>(locale);
  return {
    model: models.returns,
    filters: {
      order_id: oneOf('order_id'),
      status: oneOf('status'),
      created_at: date('created_at'),
      id: oneOf('_id'),
    },
    render: (record, { caller: { area } }) =>
      returnResource(record, { area, decimals: locale.currencyDecimals }),
  };
};

const itemList: List<Listed<ItemRow>, 'order-items.list'> = (models, locale) => {
  const { date, oneOf } = filtersOn<ItemRow>(locale);
  const decimals = locale.currencyDecimals;
  return {
    model: models.items,
    filters: {
      order_id: oneOf('order_id'),
      product_id: oneOf('product_id'),
      created_at: date('created_at'),
      id: oneOf('_id'),
    },
    render: ({ _id: id, order_id: orderId, ...row }, { caller: { area }, language }) =>
      itemResource({ id, ...row }, orderId, { area, language, decimals }),
  };
};

const userList: List<Listed<User> & { email_key: string }, 'users.list'> = (models, locale) => {
  const { contains, containsPhone, date, equals, oneOf } = filtersOn<User>(locale);
  const place = (name: (typeof searchedUserFields)[number]) => searchedUserFields.indexOf(name);
  return {
    model: models.users,
    filters: {
      name: contains(place('name')),
      email: contains(place('email')),
      phone: containsPhone(place('phone')),
      external_id: equals('external_id'),
      created_at: date('created_at'),
      id: oneOf('_id'),
    },
    render: userResource,
  };
};

const addressList: List<Listed<Address>, 'addresses.list'> = (models, locale) => {
  const { equals, contains, date, oneOf } = filtersOn<Address>(locale);
  return {
    model: models.addresses,
    filters: {
      user_id: oneOf('user_id'),
      city: contains(searchedAddressFields.indexOf('city')),
      country: equals('country'),
      created_at: date('created_at'),
      id: oneOf('_id'),
    },
    render: addressResource,
  };
};

const stockList: List<Inventory, 'inventory.list'> = (models, locale) => {
  const { amount, oneOf } = filtersOn<Inventory>(locale);
  // This condition lets MongoDB use the index that contains only products with a `low_stock_at`.
  const hasMark = { low_stock_at: operator({ $gte: 0 }) };
  const atMark = { stock: operator({ $ne: null }), $expr: operator({ $lte: ['$stock', '$low_stock_at'] }) };
  const isLow = { ...hasMark, ...atMark };
  return {
    model: models.inventory,
    filters: {
      product_id: oneOf('_id'),
      // Stock records have no names, so `createStockList` looks for the name in the product copies and filters by their ids.
      name: () => ({}),
      stock: amount('stock'),
      low: (asked) => (asked ? isLow : { $nor: [isLow] }),
    },
    sortPaths: { product_id: '_id' },
    render: stockRow,
  };
};
