import { states } from '#shared/contracts/endpoints/order-states.ts';
import { paymentStates } from '#shared/contracts/endpoints/payment-states.ts';
import { returnStates } from '#shared/contracts/endpoints/return-states.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { faultsBy, listOf, oneOf } from '#shared/engine/decide/resource.ts';
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

const orderLines = listOf<OrderItem>({
  id: 'integer',
  product_id: 'integer',
  product: 'object',
  amount: 'integer',
  held: 'integer',
  main_price: 'integer',
  manufacturing_price: 'integer',
  discount_amount: 'integer',
});
/** Checks a sum of an order's payments, which is absent if the order has no payments. */
const sum = (value: unknown) =>
  value === undefined || Number.isSafeInteger(value) ? null : ' is not of kind integer';

/**
 * For each table, a function that checks the fields on which commands depend. The function describes the first damaged field, or
 * returns null if all these fields are intact.
 */
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
  carts: faultsBy<Cart>({
    version: 'integer',
    items: listOf<CartItem>({ product_id: 'integer', amount: 'integer' }),
  }),
  settings: faultsBy<ShopSettings>({
    version: 'integer',
    en: 'object',
    ar: 'object',
    reason_templates: 'list',
  }),
  savedViews: faultsBy<SavedViews>({
    version: 'integer',
    log: 'list',
    views: listOf<SavedViews['views'][number]>({ name: 'text' }),
  }),
  orders: faultsBy<Order>({
    version: 'integer',
    created_at: 'text',
    items: orderLines,
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
    authorised: sum,
    paid: sum,
    refunded: sum,
    credited: sum,
    status: oneOf(Object.keys(states), 'a state'),
  }),
  payments: faultsBy<Payment>({
    version: 'integer',
    created_at: 'text',
    order_id: 'integer',
    amount: 'integer',
    authorised: 'integer',
    captured: 'integer',
    refunded: 'integer',
    refunds: listOf<Refund>({ id: 'integer', amount: 'integer' }),
    state: oneOf(paymentStates, 'a state of payments'),
  }),
  returns: faultsBy<OrderReturn>({
    version: 'integer',
    created_at: 'text',
    order_id: 'integer',
    refund: 'integer or null',
    lines: listOf<ReturnLine>({
      item_id: 'integer',
      amount: 'integer',
      received: 'integer or null',
      uncounted: 'integer',
    }),
    history: 'list',
    status: oneOf(returnStates, 'a state'),
  }),
};
