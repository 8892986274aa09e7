import { checksFirst, errorsOr, type Decision, type State } from '#shared/engine/decide/handler.ts';
import { matchVersion } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { maxAmount, maxItems } from '#shared/contracts/endpoints/order-lines.ts';
import { invalid, type FieldError } from '#shared/contracts/errors.ts';
import { findProduct } from '../stock/product-copy.ts';
import { shopper, shopperId } from '../customers/shopper.ts';
import type { Cart, CartItem, OrdersHandler, OrdersTables } from '../records/tables.ts';
import { cartResource } from './cart-resource.ts';

export function cartOf(state: State<OrdersTables>, userId: number): Cart {
  return state.carts.get(userId) ?? { _id: userId, version: 0, items: [], updated_at: '' };
}

export function withCartItems(cart: Cart, items: CartItem[], now: string): Cart {
  return { ...cart, version: cart.version + 1, items, updated_at: now };
}

/**
 * The cart with a new amount of a product, or `cart` itself if it has this amount. Throws 422 if the cart would have more lines
 * than an order can have.
 */
function withAmount(cart: Cart, productId: number, amount: number, now: string): Cart {
  const line = { product_id: productId, amount };
  const index = cart.items.findIndex((item) => item.product_id === productId);
  if (cart.items[index]?.amount === amount) return cart;
  if (index >= 0) return withCartItems(cart, cart.items.with(index, line), now);
  if (cart.items.length >= maxItems) {
    throw invalid({ field: 'product_id', rule: 'cart_full', params: { max: maxItems } });
  }
  return withCartItems(cart, [...cart.items, line], now);
}

/** Throws 403 if the caller has no user, and 412 if the caller's `If-Match` is outdated. */
function ownCart(state: State<OrdersTables>, command: Pick<Command, 'caller' | 'ifMatch'>): Cart {
  const cart = cartOf(state, shopper(state, command)._id);
  matchVersion(command, cart);
  return cart;
}

function cartFor(
  state: State<OrdersTables>,
  command: Pick<Command, 'caller' | 'ifMatch'>,
  productId: number | undefined,
): FieldError[] | { before: Cart; state: State<OrdersTables> } {
  const before = ownCart(state, command);
  const isOnSale = productId === undefined || findProduct(state, productId)?.is_active === true;
  return errorsOr(isOnSale ? [] : [{ field: 'product_id', rule: 'exists' }], { before, state });
}

function shownCart(
  state: State<OrdersTables>,
  { before, cart }: { before: Cart; cart: Cart },
  { language }: Pick<Command, 'language'>,
  decimals: number,
): Decision<OrdersTables> {
  // The product that the command adds was found before. Any other product that cannot be read is shown as unknown.
  const productOf = (id: number) =>
    ifReadable(() => state.products.get(id) ?? state.newProducts.get(id), undefined);
  // A product whose stock cannot be read is shown as unavailable, because a checkout of it would fail.
  const stockOf = (id: number) => ifReadable(() => state.inventory.get(id)?.stock ?? null, 0);
  const data = cartResource(cart.items, productOf, stockOf, { language, decimals });
  return {
    answer: { status: 200, version: cart.version, data },
    changes: cart === before ? [] : [{ table: 'carts', put: cart }],
    events: [],
  };
}

function ifReadable<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}

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
  return checksFirst({
    needs: (command) => ({
      ...cartNeeds(command),
      products: command.body.product_id === undefined ? [] : [command.body.product_id],
    }),
    check: (state, command) => cartFor(state, command, command.body.product_id),
    decide: ({ before, state }, command, { now }) => {
      const { product_id: productId, amount } = command.body;
      const known = before.items.find((item) => item.product_id === productId);
      const total = (known?.amount ?? 0) + amount;
      if (total > maxAmount) throw invalid({ field: 'amount', rule: 'max', params: { max: maxAmount } });
      const cart = withAmount(before, productId, total, now);
      return shownCart(state, { before, cart }, command, decimals);
    },
  });
}

export function setInCart(decimals: number): OrdersHandler<'cart.set'> {
  return checksFirst({
    needs: (command) => ({ ...cartNeeds(command), products: [command.params.product_id] }),
    check: (state, command) => cartFor(state, command, command.params.product_id),
    decide: ({ before, state }, command, { now }) => {
      const cart = withAmount(before, command.params.product_id, command.body.amount, now);
      return shownCart(state, { before, cart }, command, decimals);
    },
  });
}

export const removeFromCart: OrdersHandler<'cart.remove'> = checksFirst({
  needs: cartNeeds,
  check: ownCart,
  decide: (before, command, { now }) => {
    const items = before.items.filter((item) => item.product_id !== command.params.product_id);
    return keptItems(before, items, now);
  },
});

export const clearCart: OrdersHandler<'cart.clear'> = checksFirst({
  needs: cartNeeds,
  check: ownCart,
  decide: (before, _command, { now }) => keptItems(before, [], now),
});
