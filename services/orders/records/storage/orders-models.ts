import {
  isDetail,
  orderColumn,
  orderFieldNames,
  orderFields,
  type OrderFieldName,
} from '#shared/contracts/endpoints/order-fields.ts';
import type { PaymentStatus } from '#shared/contracts/endpoints/payment-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { engineModels, indexMaker } from '#shared/engine/commands/engine-models.ts';
import type { Listed } from '#shared/engine/lists/source.ts';
import { collectionSchema, flags, mixed, numbers, texts } from '#shared/platform/mongo/collection-schema.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import type {
  Address,
  Cart,
  Erasure,
  Inventory,
  Order,
  OrderItem,
  OrderReturn,
  Payment,
  SavedViews,
  ShopSettings,
  User,
} from '../tables.ts';
import type { OrderBlockCount, OrderCount } from './order-counts.ts';
import type { CustomerText } from './customer-texts.ts';

/** One row for each order item, for the list of items. Rows repeat the order's items. The order's document is authoritative. */
export type ItemRow = Omit<OrderItem, 'id' | 'held' | 'refunded'> & {
  _id: number;
  order_id: number;
  version: number;
};

export interface OrderText {
  _id: number;
  /** The order's version when the text was made. */
  version: number;
  /** The text that `search` covers. Empty: the order was deleted. */
  text: string;
  /** Whether `grams` is missing or belongs to an older text. */
  fresh?: boolean;
  grams?: string[];
}

export type OrdersModels = ReturnType<typeof ordersModels>;

const dated = { ...numbers('_id', 'version'), ...texts('created_at', 'updated_at') };

// `due` is not stored: it follows from other fields.
const storedNames = orderFieldNames.filter((name): name is Exclude<OrderFieldName, 'due'> => name !== 'due');

function isText(name: OrderFieldName): boolean {
  return isDetail(name) || orderFields[name].shows['type'] === 'string';
}

function userSchema() {
  const users = collectionSchema<Listed<User> & { email_key: string }>('users', {
    ...dated,
    ...texts('name', 'email', 'email_key', 'phone', 'external_id', 'search'),
  });
  users.index({ email_key: 1 }, { unique: true });
  users.index({ external_id: 1 }, { unique: true, sparse: true });
  users.index({ created_at: 1, _id: -1 });
  return indexMaker(users);
}

function addressSchema() {
  const addresses = collectionSchema<Listed<Address>>('addresses', {
    ...dated,
    ...numbers('user_id'),
    ...texts('label', 'line1', 'line2', 'city', 'country', 'phone', 'search'),
  });
  // The first index serves a shopper's own addresses, and the admin's filter by user.
  addresses.index({ user_id: 1, _id: -1 });
  addresses.index({ created_at: 1, _id: -1 });
  return indexMaker(addresses);
}

/** Indexes that the list of orders passes as hints, because MongoDB alone may choose to walk through the newest orders. */
export const orderIndexes = {
  // For a shopper's own list, and for admin filters that few orders match, newest first. The keys also have statuses, payment
  // methods and totals, so that MongoDB counts the orders of thousands of customers without reading them.
  user_id: { user_id: 1, _id: 1, status: 1, payment_method: 1, total: 1 },
  address_id: { address_id: 1, _id: 1, user_id: 1, status: 1, payment_method: 1, total: 1 },
  // For filters by status, by payment method, or by both. If a filter has only one of these fields, `list-access.ts` adds the
  // other field with all its values.
  status: { status: 1, payment_method: 1, _id: 1 },
  // These indexes serve a range of one field and a sort by it, with or without filters for status and payment method. Few orders
  // have both the same status and about the same total, so the index of totals begins with the status.
  created_at: { created_at: 1, _id: 1, status: 1, payment_method: 1 },
  updated_at: { updated_at: 1, _id: 1, status: 1, payment_method: 1, total: 1, user_id: 1, address_id: 1 },
  total: { status: 1, total: 1, _id: 1, payment_method: 1 },
  // For orders with a line for a product, newest first. MongoDB evaluates other filters with the keys, without reading orders.
  product: {
    'items.product_id': 1,
    _id: 1,
    status: 1,
    payment_method: 1,
    total: 1,
    user_id: 1,
    address_id: 1,
    updated_at: 1,
  },
} as const;

/** Filter fields that are not in `orderIndexes`, and have an index each. Order number and payment method have other indexes. */
export const fieldsWithOwnIndex = Object.keys(orderColumn('filter')).filter(
  (name) => !['order_number', 'payment_method', ...Object.keys(orderIndexes)].includes(name),
);

export const paymentStatusIndex = { payment_status: 1, _id: 1 } as const;

/** `payment_status`: only orders with sums of payments have it. */
export type StoredOrder = Listed<Order> & { number_key?: string; payment_status?: PaymentStatus };

function orderSchema() {
  const orders = collectionSchema<StoredOrder>('orders', {
    ...dated,
    ...texts(...storedNames.filter(isText)),
    ...numbers(...storedNames.filter((name) => !isText(name))),
    ...numbers('cart_version', 'authorised', 'refunded', 'open_returns'),
    ...texts('number_key', 'search'),
    ...mixed('user', 'address', 'items', 'history', 'tax_rate', 'change_sets'),
  });
  orders.index({ order_number: 1 }, { unique: true });
  // Only the few orders whose number was set by an admin have this field.
  orders.index({ number_key: 1 }, { unique: true, sparse: true });
  for (const keys of Object.values(orderIndexes)) orders.index(keys);
  for (const name of fieldsWithOwnIndex) orders.index({ [name]: 1, _id: 1 });
  // Contains only orders with payments, so a checkout does not write to this index.
  orders.index(paymentStatusIndex, { partialFilterExpression: { payment_status: { $exists: true } } });
  return indexMaker(orders);
}

function itemSchema() {
  const items = collectionSchema<Listed<ItemRow>>('order_items', {
    ...dated,
    ...numbers('order_id', 'product_id', 'amount', 'main_price', 'manufacturing_price', 'discount_amount'),
    ...numbers('returned'),
    ...mixed('product'),
    ...texts('search'),
  });
  items.index({ order_id: 1, _id: -1 });
  items.index({ product_id: 1, _id: -1 });
  items.index({ created_at: 1, _id: -1 });
  return indexMaker(items);
}

function paymentSchema() {
  const payments = collectionSchema<Listed<Payment>>('payments', {
    ...dated,
    ...numbers('order_id', 'user_id', 'method', 'amount', 'authorised', 'captured', 'refunded'),
    ...texts('provider', 'state', 'reference', 'note', 'search'),
    ...mixed('refunds'),
  });
  payments.index({ order_id: 1, _id: -1 });
  payments.index({ created_at: 1, _id: -1 });
  return indexMaker(payments);
}

function returnSchema() {
  const returns = collectionSchema<Listed<OrderReturn>>('returns', {
    ...dated,
    ...numbers('order_id', 'user_id', 'refund'),
    ...texts('status', 'search'),
    ...mixed('lines', 'history'),
  });
  returns.index({ order_id: 1, _id: -1 });
  returns.index({ created_at: 1, _id: -1 });
  return indexMaker(returns);
}

/** `search` passes these indexes as hints. A search sorts by id, so MongoDB alone might choose the index of ids. */
export const textIndexes = { grams: { grams: 1, _id: 1 }, fresh: { fresh: 1, _id: 1 } } as const;

function orderTextSchema() {
  const orderTexts = collectionSchema<OrderText>('order_texts', {
    ...numbers('_id', 'version'),
    ...texts('text'),
    ...flags('fresh'),
    ...mixed('grams'),
  });
  // The first index finds orders whose text contains three given characters, newest first. The second finds texts without current
  // n-grams.
  orderTexts.index(textIndexes.grams);
  orderTexts.index(textIndexes.fresh, { partialFilterExpression: { fresh: true } });
  return orderTexts;
}

/** Indexes of the customers' texts, passed as hints. Writing an order does not write to these indexes. */
export const customerIndexes = { grams: { grams: 1 }, address: { address_id: 1 } } as const;

function customerTextSchema() {
  const customerTexts = collectionSchema<CustomerText>('customer_texts', {
    ...texts('_id', 'text', 'digits'),
    ...numbers('user_id', 'address_id'),
    ...mixed('copy', 'grams'),
  });
  customerTexts.index(customerIndexes.grams);
  // The first index finds all texts of an address, the second all texts of a person.
  customerTexts.index(customerIndexes.address, { sparse: true });
  customerTexts.index({ user_id: 1 });
  return customerTexts;
}

function settingsSchema() {
  return collectionSchema<ShopSettings>('settings', {
    ...dated,
    ...texts('tax_number', 'phone', 'logo_url'),
    ...mixed('en', 'ar', 'reason_templates'),
  });
}

function erasureSchema() {
  const erasures = collectionSchema<Erasure>('erasures', {
    ...numbers('_id', 'version', 'rounds'),
    ...texts('at', 'external_key', 'due_at'),
    ...mixed('owners', 'former_keys', 'addresses', 'given_orders', 'by'),
  });
  erasures.index({ external_key: 1 }, { sparse: true });
  erasures.index({ 'former_keys.key': 1 }, { sparse: true });
  // Finds erasures whose next cleaning round is due.
  erasures.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'string' } } });
  return erasures;
}

export function ordersModels(database: Database) {
  const products = collectionSchema<ProductCopy>('products', {
    ...numbers('_id', 'version', 'price', 'manufacturing_price'),
    ...flags('is_active', 'is_deleted'),
    ...mixed('en', 'ar'),
  });
  products.index({ is_deleted: 1 });
  const inventory = collectionSchema<Inventory>('inventory', {
    ...dated,
    ...numbers('stock', 'held', 'low_stock_at', 'lost'),
  });
  // Orders change other fields of the stock record, so they never write to this index.
  inventory.index({ low_stock_at: 1 }, { partialFilterExpression: { low_stock_at: { $type: 'number' } } });
  const carts = collectionSchema<Cart>('carts', {
    ...numbers('_id', 'version'),
    ...texts('updated_at'),
    ...mixed('items'),
  });
  const savedViews = collectionSchema<SavedViews>('saved_views', {
    ...dated,
    ...texts('_id'),
    ...mixed('views', 'log'),
  });
  const orderCounts = collectionSchema<OrderCount>('counters', {
    ...texts('_id', 'status'),
    ...numbers('payment_method', 'count'),
  });
  const blockCounts = collectionSchema<OrderBlockCount>('order_block_counts', {
    ...numbers('_id', 'count'),
    ...flags('counted'),
    ...texts('from', 'to'),
  });
  const { counters, ledger } = engineModels(database);
  return {
    users: database.model<Listed<User> & { email_key: string }>('User', userSchema()),
    addresses: database.model<Listed<Address>>('Address', addressSchema()),
    products: database.model<ProductCopy>('Product', products),
    inventory: database.model<Inventory>('Inventory', inventory),
    carts: database.model<Cart>('Cart', carts),
    orders: database.model<StoredOrder>('Order', orderSchema()),
    items: database.model<Listed<ItemRow>>('OrderItem', itemSchema()),
    orderTexts: database.model<OrderText>('OrderText', orderTextSchema()),
    blockCounts: database.model<OrderBlockCount>('OrderBlockCount', blockCounts),
    customerTexts: database.model<CustomerText>('CustomerText', customerTextSchema()),
    orderCounts: database.model<OrderCount>('OrderCount', orderCounts),
    // Contains the id sequences, and the id up to which orders are in the search index.
    counters,
    ledger,
    settings: database.model<ShopSettings>('ShopSettings', settingsSchema()),
    savedViews: database.model<SavedViews>('SavedViews', savedViews),
    erasures: database.model<Erasure>('Erasure', erasureSchema()),
    payments: database.model<Listed<Payment>>('Payment', paymentSchema()),
    returns: database.model<Listed<OrderReturn>>('OrderReturn', returnSchema()),
  };
}
