import { states } from '#shared/contracts/endpoints/order-states.ts';
import { paymentStates } from '#shared/contracts/endpoints/payment-states.ts';
import { returnStates } from '#shared/contracts/endpoints/return-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { faultInEntries, faultsBy, type FaultOf } from '#shared/engine/decide/resource.ts';
import type {
  Address,
  Cart,
  CartItem,
  Inventory,
  Order,
  OrderItem,
  OrderReturn,
  Payment,
  Refund,
  ReturnLine,
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

const sumNames = ['authorised', 'paid', 'refunded', 'credited'] as const;

/** Orders without payments store no sums. */
function sumsFault(order: Order): string | null {
  const wrong = sumNames.find((name) => order[name] !== undefined && !Number.isSafeInteger(order[name]));
  return wrong === undefined ? null : `${wrong} is not of kind integer`;
}

export const orderFault: FaultOf<Order> = (order) => {
  const fault = orderFields(order) ?? faultInEntries('items', order.items, lineFields) ?? sumsFault(order);
  return fault ?? (Object.hasOwn(states, order.status) ? null : 'status is not a state');
};

export const cartFault: FaultOf<Cart> = (cart) =>
  cartFields(cart) ?? faultInEntries('items', cart.items, cartLineFields);

const paymentFields = faultsBy<Payment>({
  version: 'integer',
  created_at: 'text',
  order_id: 'integer',
  amount: 'integer',
  authorised: 'integer',
  captured: 'integer',
  refunded: 'integer',
  refunds: 'list',
});
const refundFields = faultsBy<Refund>({ id: 'integer', amount: 'integer' });

const paymentFault: FaultOf<Payment> = (payment) => {
  const fault = paymentFields(payment) ?? faultInEntries('refunds', payment.refunds, refundFields);
  return fault ?? (paymentStates.includes(payment.state) ? null : 'state is not a state of payments');
};

const returnFields = faultsBy<OrderReturn>({
  version: 'integer',
  created_at: 'text',
  order_id: 'integer',
  refund: 'integer or null',
  lines: 'list',
  history: 'list',
});
const returnLineFields = faultsBy<ReturnLine>({
  item_id: 'integer',
  amount: 'integer',
  received: 'integer or null',
  uncounted: 'integer',
});

const returnFault: FaultOf<OrderReturn> = (record) => {
  const fault = returnFields(record) ?? faultInEntries('lines', record.lines, returnLineFields);
  return fault ?? (returnStates.includes(record.status) ? null : 'status is not a state');
};

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
  carts: cartFault,
  settings: faultsBy<ShopSettings>({
    version: 'integer',
    en: 'object',
    ar: 'object',
    reason_templates: 'list',
  }),
  savedViews: savedViewsFault,
  orders: orderFault,
  payments: paymentFault,
  returns: returnFault,
};
