import type { Decision, State } from '#shared/engine/decide/handler.ts';
import { matchVersion } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { maxAmount, maxItems } from '#shared/contracts/endpoints/order-lines.ts';
import { invalid, type FieldError } from '#shared/contracts/errors.ts';
import { findProduct } from '../stock/product-copy.ts';
import { cartResource } from './cart-resource.ts';
import { shopper, shopperId } from '../customers/shopper.ts';
import type { Cart, CartItem, OrdersHandler, OrdersTables } from '../records/tables.ts';

export function cartOf(state: State<OrdersTables>, userId: number): Cart {
  return state.carts.get(userId) ?? { _id: userId, version: 0, items: [], updated_at: '' };
}

export function withCartItems(cart: Cart, items: CartItem[], now: string): Cart {
  return { ...cart, version: cart.version + 1, items, updated_at: now };
}

/** Throws 422 if the cart would have more lines than an order can have. */
function withAmount(cart: Cart, productId: number, amount: number, now: string): Cart {
  const line = { product_id: productId, amount };
  const isKnown = cart.items.some((item) => item.product_id === productId);
  if (isKnown) {
    const items = cart.items.map((item) => (item.product_id === productId ? line : item));
    return withCartItems(cart, items, now);
  }
  if (cart.items.length >= maxItems) {
    throw invalid({ field: 'product_id', rule: 'max_items', params: { max: maxItems } });
  }
  return withCartItems(cart, [...cart.items, line], now);
}

function amountOf(cart: Cart, productId: number): number | undefined {
  return cart.items.find((item) => item.product_id === productId)?.amount;
}

function offSale(state: State<OrdersTables>, productId: number | undefined): FieldError[] {
  if (productId === undefined || findProduct(state, productId)?.is_active === true) return [];
  return [{ field: 'product_id', rule: 'exists' }];
}

/** Throws 403 if the caller has no user, and 412 if the caller's `If-Match` is outdated. */
function checkCart(state: State<OrdersTables>, command: Pick<Command, 'caller' | 'ifMatch'>): FieldError[] {
  matchVersion(command, cartOf(state, shopper(state, command)._id));
  return [];
}

function shownCart(
  state: State<OrdersTables>,
  { before, cart }: { before: Cart; cart: Cart },
  { language }: Pick<Command, 'language'>,
  decimals: number,
): Decision<OrdersTables> {
  const productOf = (id: number) => state.products.get(id) ?? state.newProducts.get(id);
  const data = cartResource(cart.items, productOf, state.inventory, { language, decimals });
  return {
    answer: { status: 200, version: cart.version, data },
    changes: cart === before ? [] : [{ table: 'carts', put: cart }],
    events: [],
  };
}

/** Removes all items but these from the cart. */
function keptItems(before: Cart, items: CartItem[], now: string): Decision<OrdersTables> {
  const isSame = items.length === before.items.length;
  return {
    answer: { status: 204 },
    changes: isSame ? [] : [{ table: 'carts', put: withCartItems(before, items, now) }],
    events: [],
  };
}

const cartNeeds = (command: Pick<Command, 'caller'>) => ({
  users: [shopperId(command)],
  carts: [shopperId(command)],
});

export function addToCart(decimals: number): OrdersHandler<'cart.add'> {
  return {
    needs: (command) => ({
      ...cartNeeds(command),
      products: command.body.product_id === undefined ? [] : [command.body.product_id],
    }),
    check: (state, command) => [...checkCart(state, command), ...offSale(state, command.body.product_id)],
    decide: (state, command, { now }) => {
      const { product_id: productId, amount } = command.body;
      const before = cartOf(state, shopperId(command));
      const total = (amountOf(before, productId) ?? 0) + amount;
      if (total > maxAmount) throw invalid({ field: 'amount', rule: 'max', params: { max: maxAmount } });
      const cart = withAmount(before, productId, total, now);
      return shownCart(state, { before, cart }, command, decimals);
    },
  };
}

export function setInCart(decimals: number): OrdersHandler<'cart.set'> {
  return {
    needs: (command) => ({ ...cartNeeds(command), products: [command.params.product_id] }),
    check: (state, command) => [...checkCart(state, command), ...offSale(state, command.params.product_id)],
    decide: (state, command, { now }) => {
      const { product_id: productId } = command.params;
      const { amount } = command.body;
      const before = cartOf(state, shopperId(command));
      const isSame = amountOf(before, productId) === amount;
      const cart = isSame ? before : withAmount(before, productId, amount, now);
      return shownCart(state, { before, cart }, command, decimals);
    },
  };
}

export const removeFromCart: OrdersHandler<'cart.remove'> = {
  needs: cartNeeds,
  check: checkCart,
  decide: (state, command, { now }) => {
    const before = cartOf(state, shopperId(command));
    const items = before.items.filter((item) => item.product_id !== command.params.product_id);
    return keptItems(before, items, now);
  },
};

export const clearCart: OrdersHandler<'cart.clear'> = {
  needs: cartNeeds,
  check: checkCart,
  decide: (state, command, { now }) => keptItems(cartOf(state, shopperId(command)), [], now),
};
