import type { Addressed, AddressedBy } from '#shared/engine/decide/handler.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { shopSettingsId } from './tables.ts';

/** The parameters in the paths of commands. Cart commands are left out, because they change the caller's own cart. */
type PathParameter = {
  [Type in keyof OrdersCommands]: Type extends `cart.${string}`
    ? never
    : keyof OrdersCommands[Type]['params'] & string;
}[keyof OrdersCommands];

const collections: Readonly<Record<PathParameter, Omit<Addressed, 'id'>>> = {
  // `return` comes before `order`, because the path of a shopper’s return has both.
  return: { collection: 'returns' },
  order: { collection: 'orders' },
  order_item: { collection: 'order_items', within: { field: 'order_id', collection: 'orders' } },
  user: { collection: 'users' },
  address: { collection: 'addresses' },
  product: { collection: 'inventory' },
  payment: { collection: 'payments' },
};

/** Returns the record that a command of this service changes. A checkout or a cart command changes the caller's cart. */
export const addressedByOrders: AddressedBy = ({ type, params, caller }) => {
  const isOfCart = type.startsWith('cart.') || type === 'orders.checkout';
  if (isOfCart) return caller.userId === null ? null : { collection: 'carts', id: caller.userId };
  if (type === 'me.update') return caller.userId === null ? null : { collection: 'users', id: caller.userId };
  if (type === 'settings.update') return { collection: 'settings', id: shopSettingsId };
  if (type === 'saved-views.update') return { collection: 'saved_views', id: caller.subject };
  for (const [param, of] of Object.entries(collections)) {
    const id = params[param];
    if (id !== undefined) return { ...of, id };
  }
  return null;
};
