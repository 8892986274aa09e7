import { finding } from '#shared/decide/audit-finding.ts';
import type { Finding } from '#shared/decide/audit-finding.ts';
import type { Cart, Order, User } from '../tables.ts';
import { emailKey } from '../user.ts';

/** A user is found by the e-mail that they have. */
export function emailKeyFindings({
  _id,
  email,
  email_key: key,
}: Pick<User, '_id' | 'email'> & { email_key?: unknown }): Finding[] {
  const wanted = emailKey(email);
  if (key === wanted) return [];
  const detail = `the key is ${JSON.stringify(key)}, the e-mail another`;
  return [finding('email-key-differs', `users/${_id}`, detail, { kind: 'email-key', id: _id })];
}

/** A record that another one names. */
export interface Reference {
  kind: 'addresses' | 'users';
  id: number;
  /** `orders/12` */
  by: string;
}

/** What is named, is not there and was not deleted. */
export function lostReferences(
  references: readonly Reference[],
  there: (kind: Reference['kind'], id: number) => boolean,
): Finding[] {
  const lost = new Map<string, Reference>();
  for (const reference of references) {
    const { kind, id } = reference;
    if (!there(kind, id) && !lost.has(`${kind}/${id}`)) lost.set(`${kind}/${id}`, reference);
  }
  return [...lost].map(([subject, { kind, by }]) =>
    finding(
      kind === 'users' ? 'user-lost' : 'address-lost',
      subject,
      `${by} names it, and nobody deleted it`,
    ),
  );
}

type Checkout = Pick<Order, 'user_id' | 'cart_version'>;

/** A cart that became an order has moved on since. */
export function cartFindings(orders: readonly Checkout[], versions: ReadonlyMap<number, number>): Finding[] {
  return [...spentCarts(orders)].flatMap(([userId, spent]) => {
    const version = versions.get(userId);
    if (version !== undefined && version > spent) return [];
    const now = version === undefined ? 'the cart is gone' : `the cart is at version ${version}`;
    const detail = `version ${spent} became an order, and ${now}`;
    return [finding('cart-not-emptied', `carts/${userId}`, detail, { kind: 'cart', id: userId })];
  });
}

/** The latest version of each user's cart that became one of these orders. */
export function spentCarts(orders: readonly Checkout[]): Map<number, number> {
  const spent = new Map<number, number>();
  for (const { user_id: userId, cart_version: version } of orders) {
    if (typeof version === 'number') spent.set(userId, Math.max(version, spent.get(userId) ?? -1));
  }
  return spent;
}

/** The cart beyond the version that became an order: empty if it is that very cart, else as it is. */
export function cartBeyond(cart: Cart | null, userId: number, spent: number, now: string): Cart | null {
  if (cart && cart.version > spent) return null;
  const isOrdered = cart === null || cart.version === spent;
  return { _id: userId, version: spent + 1, items: isOrdered ? [] : cart.items, updated_at: now };
}
