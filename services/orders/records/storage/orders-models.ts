import { Schema, type Model } from 'mongoose';
import {
  isDetail,
  orderColumn,
  orderFieldNames,
  orderFields,
  type OrderFieldName,
} from '#shared/contracts/endpoints/order-fields.ts';
import type { PaymentStatus } from '#shared/contracts/endpoints/payment-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { engineModels, indexMaker, type EngineModels } from '#shared/engine/commands/engine-models.ts';
import type { Database } from '#shared/platform/mongo/connect.ts';
import type { OrderBlockCount, OrderCount } from './order-counts.ts';
import type { CustomerText } from './customer-texts.ts';
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

type Listed<R> = R & { search: string };

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
  /** Empty: the order was deleted. */
  text: string;
  /** True while `grams` is missing or belongs to an older text. */
  fresh?: boolean;
  grams?: string[];
}

/**
 * The creation times of the orders in a block of consecutive ids. Ids rise almost exactly with time, so a search by date reads
 * only the blocks that overlap its range. A block is recorded once all its ids are assigned.
 */
export interface OrderBlock {
  /** The block has the ids from `_id * blockSize` on. */
  _id: number;
  /** The earliest creation time. */
  from: string;
  /** The latest creation time. */
  to: string;
}

export interface OrdersModels {
  users: Model<Listed<User> & { email_key: string }>;
  addresses: Model<Listed<Address>>;
  products: Model<ProductCopy>;
  inventory: Model<Inventory>;
  carts: Model<Cart>;
  orders: Model<StoredOrder>;
  items: Model<Listed<ItemRow>>;
  orderTexts: Model<OrderText>;
  orderBlocks: Model<OrderBlock>;
  blockCounts: Model<OrderBlockCount>;
  customerTexts: Model<CustomerText>;
  orderCounts: Model<OrderCount>;
  /** Sequences, and the id up to which orders are in the search index. */
  counters: EngineModels['counters'];
  payments: Model<Listed<Payment>>;
  returns: Model<Listed<OrderReturn>>;
  settings: Model<ShopSettings>;
  savedViews: Model<SavedViews>;
  erasures: Model<Erasure>;
}

const text = { type: String, required: true };
const textOrNull = { type: String, default: null };
const count = { type: Number, required: true };
const amount = { type: Number, required: true, min: 0 };
const mixed = { type: Schema.Types.Mixed, required: true };
const dated = { _id: count, version: count, created_at: text, updated_at: text };
const translated = { en: { name: text }, ar: { name: text } };

/** Builds the schema of a collection. If a field of the record is missing here, the code does not compile. */
function schema<R>(
  collection: string,
  fields: Record<Exclude<keyof R, 'created_by_command'>, object>,
): Schema<R> {
  return new Schema<R>(fields, { collection, versionKey: false });
}

/** Fields that only some orders have. */
const optionalPaths: Readonly<Partial<Record<OrderFieldName, object>>> = {
  figures: { type: String },
  paid: { type: Number },
  credited: { type: Number },
  payment_status: { type: String },
};

function orderPath(name: OrderFieldName) {
  const optional = optionalPaths[name];
  if (optional) return optional;
  if (isDetail(name)) return textOrNull;
  return orderFields[name].shows['type'] === 'string' ? text : amount;
}
// `due` is not stored: it follows from other fields.
const storedNames = orderFieldNames.filter((name) => name !== 'due');
const orderPaths = Object.fromEntries(storedNames.map((name) => [name, orderPath(name)])) as Record<
  Exclude<OrderFieldName, 'due'>,
  object
>;

function userSchema() {
  const users = schema<Listed<User> & { email_key: string }>('users', {
    ...dated,
    name: text,
    email: text,
    email_key: text,
    phone: textOrNull,
    external_id: { type: String },
    search: text,
  });
  users.index({ email_key: 1 }, { unique: true });
  users.index({ external_id: 1 }, { unique: true, sparse: true });
  users.index({ created_at: 1, _id: -1 });
  indexMaker(users);
  return users;
}

function addressSchema() {
  const addresses = schema<Listed<Address>>('addresses', {
    ...dated,
    user_id: count,
    label: textOrNull,
    line1: text,
    line2: textOrNull,
    city: text,
    country: text,
    phone: textOrNull,
    search: text,
  });
  // The first index serves a shopper's own addresses and the admin's filter.
  addresses.index({ user_id: 1, _id: -1 });
  addresses.index({ created_at: 1, _id: -1 });
  indexMaker(addresses);
  return addresses;
}

/** Order fields that the index by product includes, so that MongoDB can evaluate them without reading orders. */
const ofProducts = {
  status: 1,
  payment_method: 1,
  total: 1,
  user_id: 1,
  address_id: 1,
  updated_at: 1,
} as const;

/** Indexes that the list of orders passes as hints, because MongoDB alone may choose to walk through the newest orders. */
export const orderIndexes = {
  status: { status: 1, payment_method: 1, _id: 1 },
  created_at: { created_at: 1, _id: 1, status: 1, payment_method: 1 },
  updated_at: { updated_at: 1, _id: 1, status: 1, payment_method: 1, total: 1, user_id: 1, address_id: 1 },
  total: { status: 1, total: 1, _id: 1, payment_method: 1 },
  product: { 'items.product_id': 1, _id: 1, ...ofProducts },
  user_id: { user_id: 1, _id: 1, status: 1, payment_method: 1, total: 1 },
  address_id: { address_id: 1, _id: 1, user_id: 1, status: 1, payment_method: 1, total: 1 },
} as const;

/** Filter fields that are not in `orderIndexes`, and have an index each. Order number and payment method have other indexes. */
export const fieldsWithOwnIndex = Object.keys(orderColumn('filter')).filter(
  (name) => !['order_number', 'payment_method', ...Object.keys(orderIndexes)].includes(name),
);

/** The index of the orders that have payments. */
export const paymentStatusIndex = { payment_status: 1, _id: 1 } as const;

/** The index of the few orders whose number was set by an admin. */
const numberKeyIndex = [{ number_key: 1 }, { unique: true, sparse: true }] as const;

/** `payment_status`: only orders with payments have it. */
export type StoredOrder = Listed<Order> & { number_key?: string; payment_status?: PaymentStatus };

function orderSchema() {
  const orders = schema<StoredOrder>('orders', {
    ...dated,
    ...orderPaths,
    user: mixed,
    address: mixed,
    items: mixed,
    history: mixed,
    tax_rate: { type: Schema.Types.Mixed },
    cart_version: { type: Number, default: null },
    number_key: { type: String },
    authorised: { type: Number },
    refunded: { type: Number },
    open_returns: { type: Number },
    change_sets: { type: Schema.Types.Mixed },
    search: text,
  });
  orders.index({ order_number: 1 }, { unique: true });
  orders.index(...numberKeyIndex);
  // For a shopper's own list, and for admin filters that few orders match, newest first. The keys also have statuses, payment
  // methods and totals, so that MongoDB counts the orders of thousands of customers without reading them.
  orders.index(orderIndexes.user_id);
  orders.index(orderIndexes.address_id);
  for (const name of fieldsWithOwnIndex) orders.index({ [name]: 1, _id: 1 });
  // For status, payment method, or both. If a filter has one of them, `list-access.ts` adds the other.
  orders.index(orderIndexes.status);
  // These indexes serve a range of one field and a sort by it, with or without filters for status and payment method. Few orders have
  // both the same status and about the same total, so the index of totals begins with the status.
  orders.index(orderIndexes.created_at);
  orders.index(orderIndexes.updated_at);
  orders.index(orderIndexes.total);
  // For orders with a line for a product, newest first. `ofProducts` lists the other keys.
  orders.index(orderIndexes.product);
  // For orders with payments. A checkout writes to no such index.
  orders.index(paymentStatusIndex, { partialFilterExpression: { payment_status: { $exists: true } } });
  indexMaker(orders);
  return orders;
}

function itemSchema() {
  const items = schema<Listed<ItemRow>>('order_items', {
    _id: count,
    version: count,
    order_id: count,
    product_id: count,
    product: mixed,
    amount,
    main_price: amount,
    manufacturing_price: amount,
    discount_amount: amount,
    returned: { type: Number },
    created_at: text,
    updated_at: text,
    search: text,
  });
  items.index({ order_id: 1, _id: -1 });
  items.index({ product_id: 1, _id: -1 });
  items.index({ created_at: 1, _id: -1 });
  indexMaker(items);
  return items;
}

function paymentSchema() {
  const payments = schema<Listed<Payment>>('payments', {
    ...dated,
    order_id: count,
    user_id: count,
    provider: text,
    method: count,
    amount,
    authorised: amount,
    captured: amount,
    refunded: amount,
    state: text,
    reference: textOrNull,
    note: textOrNull,
    refunds: mixed,
    search: text,
  });
  payments.index({ order_id: 1, _id: -1 });
  payments.index({ created_at: 1, _id: -1 });
  indexMaker(payments);
  return payments;
}

function returnSchema() {
  const returns = schema<Listed<OrderReturn>>('returns', {
    ...dated,
    order_id: count,
    user_id: count,
    status: text,
    lines: mixed,
    refund: { type: Number, default: null },
    history: mixed,
    search: text,
  });
  returns.index({ order_id: 1, _id: -1 });
  returns.index({ created_at: 1, _id: -1 });
  indexMaker(returns);
  return returns;
}

/** `search` passes these indexes as hints. It sorts by id, so MongoDB alone might choose the index of ids. */
export const textIndexes = { grams: { grams: 1, _id: 1 }, fresh: { fresh: 1, _id: 1 } } as const;

function orderTextSchema() {
  const texts = schema<OrderText>('order_texts', {
    _id: count,
    version: count,
    text,
    fresh: { type: Boolean },
    grams: { type: [String], default: undefined },
  });
  // The first index finds orders whose text contains three given characters, newest first. The second finds texts without current
  // n-grams.
  texts.index(textIndexes.grams);
  texts.index(textIndexes.fresh, { partialFilterExpression: { fresh: true } });
  return texts;
}

/** Indexes of the customers' texts, passed as hints. Writing an order writes to neither of them. */
export const customerIndexes = { grams: { grams: 1 }, address: { address_id: 1 } } as const;

function customerTextSchema() {
  const texts = schema<CustomerText>('customer_texts', {
    _id: text,
    user_id: count,
    address_id: { type: Number },
    copy: { type: Schema.Types.Mixed },
    text: { type: String },
    digits: { type: String },
    grams: { type: [String], default: undefined },
  });
  texts.index(customerIndexes.grams);
  // The first index finds all texts of an address, the second all texts of a person.
  texts.index(customerIndexes.address, { sparse: true });
  texts.index({ user_id: 1 });
  return texts;
}

function settingsSchema() {
  return schema<ShopSettings>('settings', {
    ...dated,
    en: mixed,
    ar: mixed,
    tax_number: textOrNull,
    phone: textOrNull,
    logo_url: textOrNull,
    reason_templates: mixed,
  });
}

function erasureSchema() {
  const erasures = schema<Erasure>('erasures', {
    _id: count,
    version: count,
    at: text,
    owners: mixed,
    external_key: { type: String },
    addresses: mixed,
    given_orders: Schema.Types.Mixed,
    by: { type: Schema.Types.Mixed, default: null },
    rounds: count,
    due_at: textOrNull,
  });
  erasures.index({ external_key: 1 }, { sparse: true });
  // For erasures whose next cleaning round is due.
  erasures.index({ due_at: 1 }, { partialFilterExpression: { due_at: { $type: 'string' } } });
  return erasures;
}

export function ordersModels(database: Database): OrdersModels {
  const products = schema<ProductCopy>('products', {
    _id: count,
    version: count,
    price: amount,
    manufacturing_price: amount,
    is_active: { type: Boolean, required: true },
    is_deleted: { type: Boolean, required: true },
    ...translated,
  });
  products.index({ is_deleted: 1 });
  const inventory = schema<Inventory>('inventory', {
    ...dated,
    stock: { type: Number, default: null, min: 0 },
    held: amount,
    low_stock_at: { type: Number, default: null, min: 0 },
    lost: { type: Number },
  });
  // Orders change other fields of the stock record, so they never write to this index.
  inventory.index({ low_stock_at: 1 }, { partialFilterExpression: { low_stock_at: { $type: 'number' } } });
  const carts = schema<Cart>('carts', { _id: count, version: count, items: mixed, updated_at: text });
  const savedViews = schema<SavedViews>('saved_views', { ...dated, _id: text, views: mixed, log: mixed });
  const orderCounts = schema<OrderCount>('counters', {
    _id: text,
    status: text,
    payment_method: count,
    count,
  });
  const orderBlocks = schema<OrderBlock>('order_blocks', { _id: count, from: text, to: { type: String } });
  const blockCounts = schema<OrderBlockCount>('order_block_counts', {
    _id: count,
    count,
    counted: { type: Boolean },
  });
  return {
    users: database.model<Listed<User> & { email_key: string }>('User', userSchema()),
    addresses: database.model<Listed<Address>>('Address', addressSchema()),
    products: database.model<ProductCopy>('Product', products),
    inventory: database.model<Inventory>('Inventory', inventory),
    carts: database.model<Cart>('Cart', carts),
    orders: database.model<StoredOrder>('Order', orderSchema()),
    items: database.model<Listed<ItemRow>>('OrderItem', itemSchema()),
    orderTexts: database.model<OrderText>('OrderText', orderTextSchema()),
    orderBlocks: database.model<OrderBlock>('OrderBlock', orderBlocks),
    blockCounts: database.model<OrderBlockCount>('OrderBlockCount', blockCounts),
    customerTexts: database.model<CustomerText>('CustomerText', customerTextSchema()),
    orderCounts: database.model<OrderCount>('OrderCount', orderCounts),
    counters: engineModels(database).counters,
    settings: database.model<ShopSettings>('ShopSettings', settingsSchema()),
    savedViews: database.model<SavedViews>('SavedViews', savedViews),
    erasures: database.model<Erasure>('Erasure', erasureSchema()),
    payments: database.model<Listed<Payment>>('Payment', paymentSchema()),
    returns: database.model<Listed<OrderReturn>>('OrderReturn', returnSchema()),
  };
}
