import type { Decision, Handlers, State } from '#shared/decide/handler.ts';
import { matchVersion } from '#shared/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { Language } from '#shared/contracts/schema-kit/languages.ts';
import { toMajor } from '#shared/contracts/schema-kit/money.ts';
import { maxAmount, maxItems } from '#shared/contracts/endpoints/orders.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { invalid } from '#shared/errors.ts';
import type { FieldError } from '#shared/errors.ts';
import { findProduct } from './order-lines.ts';
import type { Cart, CartItem, Inventory, OrdersNeeds, OrdersTables } from './tables.ts';
import { shopper, shopperId } from './shopper.ts';

type CartCommands = Pick<OrdersCommands, Extract<keyof OrdersCommands, `cart.${string}`>>;

/** A cart as the API shows it. Lines of products that are gone are kept, shown as not available. */
export function cartResource(
  items: readonly CartItem[],
  productOf: (id: number) => ProductCopy | undefined,
  inventory: ReadonlyMap<number, Pick<Inventory, 'stock'>>,
  { language, decimals }: { language: Language; decimals: number },
) {
  const lines = items.map(({ product_id: id, amount }) => {
    const product = productOf(id);
    const price = product?.price ?? 0;
    const stock = inventory.get(id)?.stock ?? null;
    const isOnSale = product?.is_active === true && !product.is_deleted;
    return {
      id,
      amount,
      price,
      name: product?.[language].name ?? '',
      isOnSale,
      isEnough: stock === null || stock >= amount,
    };
  });
  return {
    items: lines.map((line) => ({
      product_id: line.id,
      amount: line.amount,
      name: line.name,
      price: toMajor(line.price, decimals),
      line_total: toMajor(line.price * line.amount, decimals),
      available: line.isOnSale && line.isEnough,
    })),
    items_total: toMajor(
      lines.reduce((total, line) => total + line.price * line.amount, 0),
      decimals,
    ),
  };
}

export function cartOf(state: State<OrdersTables>, userId: number): Cart {
  return state.carts.get(userId) ?? { _id: userId, version: 0, items: [], updated_at: '' };
}

function onSale(state: State<OrdersTables>, productId: number | undefined): FieldError[] {
  if (productId === undefined || findProduct(state, productId)?.is_active === true) return [];
  return [{ field: 'product_id', rule: 'exists' }];
}

/** The cart with these items, one version on; an untouched one stays as it is. */
export function withCartItems(cart: Cart, items: CartItem[], now: string): Cart {
  return { ...cart, version: cart.version + 1, items, updated_at: now };
}

export function cartHandlers(decimals: number): Handlers<OrdersTables, OrdersNeeds, CartCommands> {
  const answered = (
    state: State<OrdersTables>,
    before: Cart,
    cart: Cart,
    command: Command,
  ): Decision<OrdersTables> => ({
    answer: {
      status: 200,
      version: cart.version,
      data: cartResource(
        cart.items,
        (id) => state.products.get(id) ?? state.newProducts.get(id),
        state.inventory,
        { language: command.language, decimals },
      ),
    },
    changes: cart === before ? [] : [{ table: 'carts', put: cart }],
    events: [],
  });

  const emptied = (before: Cart, items: CartItem[], now: string): Decision<OrdersTables> => ({
    answer: { status: 204 },
    changes:
      items.length === before.items.length
        ? []
        : [{ table: 'carts', put: withCartItems(before, items, now) }],
    events: [],
  });

  const owned = (state: State<OrdersTables>, command: Pick<Command, 'caller' | 'ifMatch'>): FieldError[] => {
    matchVersion(command, cartOf(state, shopper(state, command)._id));
    return [];
  };

  return {
    'cart.add': {
      needs: (command) => ({
        users: [shopperId(command)],
        carts: [shopperId(command)],
        products: command.body.product_id === undefined ? [] : [command.body.product_id],
      }),
      check: (state, command) => [...owned(state, command), ...onSale(state, command.body.product_id)],
      decide: (state, command, { now }) => {
        const { product_id, amount } = command.body;
        const before = cartOf(state, shopperId(command));
        const inCart = before.items.find((item) => item.product_id === product_id);
        const total = (inCart?.amount ?? 0) + amount;
        if (total > maxAmount) throw invalid({ field: 'amount', rule: 'max', params: { max: maxAmount } });
        if (!inCart && before.items.length >= maxItems) {
          throw invalid({ field: 'product_id', rule: 'max_items', params: { max: maxItems } });
        }
        const items = inCart
          ? before.items.map((item) => (item === inCart ? { product_id, amount: total } : item))
          : [...before.items, { product_id, amount }];
        return answered(state, before, withCartItems(before, items, now), command);
      },
    },
    'cart.set': {
      needs: (command) => ({
        users: [shopperId(command)],
        carts: [shopperId(command)],
        products: [command.params.product_id],
      }),
      check: (state, command) => [...owned(state, command), ...onSale(state, command.params.product_id)],
      decide: (state, command, { now }) => {
        const { product_id } = command.params;
        const { amount } = command.body;
        const before = cartOf(state, shopperId(command));
        const inCart = before.items.find((item) => item.product_id === product_id);
        if (inCart?.amount === amount) return answered(state, before, before, command);
        if (!inCart && before.items.length >= maxItems) {
          throw invalid({ field: 'product_id', rule: 'max_items', params: { max: maxItems } });
        }
        const items = inCart
          ? before.items.map((item) => (item === inCart ? { product_id, amount } : item))
          : [...before.items, { product_id, amount }];
        return answered(state, before, withCartItems(before, items, now), command);
      },
    },
    'cart.remove': {
      needs: (command) => ({ users: [shopperId(command)], carts: [shopperId(command)] }),
      check: owned,
      decide: (state, command, { now }) => {
        const before = cartOf(state, shopperId(command));
        const items = before.items.filter((item) => item.product_id !== command.params.product_id);
        return emptied(before, items, now);
      },
    },
    'cart.clear': {
      needs: (command) => ({ users: [shopperId(command)], carts: [shopperId(command)] }),
      check: owned,
      decide: (state, command, { now }) => emptied(cartOf(state, shopperId(command)), [], now),
    },
  };
}
