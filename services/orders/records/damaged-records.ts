import { states } from '#shared/contracts/endpoints/order-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import type { Counter } from '#shared/engine/decide/decide-batch.ts';
import {
  faultInEntries,
  faultsBy,
  readableRecords,
  type FaultOf,
} from '#shared/engine/decide/readable-records.ts';
import type { State } from '#shared/engine/decide/handler.ts';
import type {
  Address,
  Cart,
  CartItem,
  Inventory,
  Order,
  OrderItem,
  OrdersTables,
  SavedViews,
  ShopSettings,
  User,
} from './tables.ts';

const orderFields = faultsBy<Order>({
  version: 'integer',
  created_at: 'text',
  items: 'list',
  history: 'list',
  user_id: 'integer',
  user: 'object',
  address_id: 'integer',
  address: 'object',
  payment_method: 'integer',
  order_number: 'text',
  total: 'integer',
  discount_amount: 'integer',
  tax_amount: 'integer',
  main_price: 'integer',
  manufacturing_price: 'integer',
});
const lineFields = faultsBy<OrderItem>({
  id: 'integer',
  product_id: 'integer',
  product: 'object',
  amount: 'integer',
  held: 'integer',
  main_price: 'integer',
  manufacturing_price: 'integer',
  discount_amount: 'integer',
});
const cartFields = faultsBy<Cart>({ version: 'integer', items: 'list' });
const cartLineFields = faultsBy<CartItem>({ product_id: 'integer', amount: 'integer' });

export const orderFault: FaultOf<Order> = (order) => {
  const fault = orderFields(order) ?? faultInEntries('items', order.items, lineFields);
  return fault ?? (Object.hasOwn(states, order.status) ? null : 'status is no state');
};

export const cartFault: FaultOf<Cart> = (cart) =>
  cartFields(cart) ?? faultInEntries('items', cart.items, cartLineFields);

const viewsFields = faultsBy<SavedViews>({ version: 'integer', log: 'list', views: 'list' });
const viewFields = faultsBy<SavedViews['views'][number]>({ name: 'text' });

const savedViewsFault: FaultOf<SavedViews> = (own) =>
  viewsFields(own) ?? faultInEntries('views', own.views, viewFields);

/** For each table, a function that returns the first damaged field among the fields that the rules rely on. */
export const faults = {
  users: faultsBy<User>({ version: 'integer', name: 'text', email: 'text' }),
  addresses: faultsBy<Address>({ version: 'integer', user_id: 'integer' }),
  products: faultsBy<ProductCopy>({
    version: 'integer',
    price: 'integer',
    manufacturing_price: 'integer',
    en: 'object',
    ar: 'object',
  }),
  inventory: faultsBy<Inventory>({ version: 'integer', stock: 'integer or null', held: 'integer' }),
  counters: faultsBy<Counter>({ version: 'integer' }),
  carts: cartFault,
  settings: faultsBy<ShopSettings>({
    version: 'integer',
    en: 'object',
    ar: 'object',
    reason_templates: 'list',
  }),
  savedViews: savedViewsFault,
  orders: orderFault,
};

/** The state without damaged records. If a rule reads a damaged record by its id, the command is rejected with 409. */
export function readableState(state: State<OrdersTables>): State<OrdersTables> {
  return {
    ...state,
    users: readableRecords('users', state.users, faults.users),
    addresses: readableRecords('addresses', state.addresses, faults.addresses),
    products: readableRecords('products', state.products, faults.products),
    inventory: readableRecords('inventory', state.inventory, faults.inventory),
    counters: readableRecords('counters', state.counters, faults.counters),
    carts: readableRecords('carts', state.carts, faults.carts),
    settings: readableRecords('settings', state.settings, faults.settings),
    savedViews: readableRecords('saved_views', state.savedViews, faults.savedViews),
    orders: readableRecords('orders', state.orders, faults.orders),
  };
}
