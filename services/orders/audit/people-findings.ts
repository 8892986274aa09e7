import type { PersonalOrderField } from '#shared/contracts/endpoints/order-fields.ts';
import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import type { KnownField } from '#shared/engine/decide/known-record.ts';
import { emailKey } from '../customers/user.ts';
import { isOrderOf, showsPerson } from '../orders/erased-order.ts';
import type { Cart, Erasure, Order, User } from '../records/tables.ts';

type Keyed = Pick<User, '_id' | 'email'> & { email_key?: unknown };

export function emailKeyFindings({ _id, email, email_key: key }: Keyed): Finding[] {
  if (key === emailKey(email)) return [];
  const detail = 'the stored key is not the key of the e-mail';
  return [finding('email-key-differs', `users/${_id}`, detail, { kind: 'email-key', id: _id })];
}

/**
 * Whether the audit may compute `emailKey` from the e-mail. Returns true, or the reason why an operator must decide. `isInText`
 * (the user's search text has the same e-mail) decides only if it is unknown which e-mail a command wrote.
 */
export function judgeEmail(
  { email }: Pick<User, 'email'>,
  { known, isInText }: { known: KnownField; isInText: boolean },
): true | string {
  if (known.is === 'written')
    return known.value === email || 'commands set another e-mail: correct the e-mail, which writes the key';
  return isInText || 'nothing proves which of the two is right: set the e-mail, which writes the key';
}

export interface Reference {
  kind: 'addresses' | 'users';
  id: number;
  /** The record that has the reference, such as `orders/12`. */
  by: string;
}

/** Reports each missing record once. `there` returns true for a record that exists or that a command deleted. */
export function lostReferences(
  references: readonly Reference[],
  there: (kind: Reference['kind'], id: number) => boolean,
): Finding[] {
  const lost = Map.groupBy(
    references.filter(({ kind, id }) => !there(kind, id)),
    ({ kind, id }) => `${kind}/${id}`,
  );
  return [...lost].map(([subject, [first]]) => {
    const rule = first?.kind === 'users' ? 'user-lost' : 'address-lost';
    return finding(rule, subject, `${first?.by ?? ''} refers to it, and no command deleted it`);
  });
}

type Checkout = Pick<Order, 'user_id' | 'cart_version'>;

/** Finds carts that are missing, or whose version is not later than the cart version that became an order. */
export function cartFindings(orders: readonly Checkout[], versions: ReadonlyMap<number, number>): Finding[] {
  const contradicting = orders.filter((order) => contradictsCart(order, versions));
  return [...spentCarts(contradicting)].map(([userId, spent]) => {
    const version = versions.get(userId);
    const now = version === undefined ? 'the cart is missing' : `the cart has version ${version}`;
    const detail = `version ${spent} became an order, and ${now}`;
    return finding('cart-not-emptied', `carts/${userId}`, detail, { kind: 'cart', id: userId });
  });
}

/** Whether the cart that became this order is missing or did not get a later version. `versions`: of carts, by user id. */
export function contradictsCart(
  { user_id: userId, cart_version: spent }: Checkout,
  versions: ReadonlyMap<number, number>,
): boolean {
  const version = versions.get(userId);
  return typeof spent === 'number' && (version === undefined || !(version > spent));
}

/** Maps each user id to the latest cart version that became one of these orders. */
export function spentCarts(orders: readonly Checkout[]): Map<number, number> {
  const spent = new Map<number, number>();
  for (const { user_id: userId, cart_version: version } of orders) {
    if (typeof version === 'number') spent.set(userId, Math.max(version, spent.get(userId) ?? -1));
  }
  return spent;
}

type OrderedCart = Pick<Order, 'created_at' | 'items'>;

/**
 * `spent` is the cart version that became an order. Returns the cart with version `spent` + 1, or null if the cart already has a
 * version after `spent`. Empties the cart only if all its items were ordered and it has not changed since the checkout.
 * Otherwise, the cart's items are the only record of what the customer wants.
 */
export function cartBeyond(
  cart: Cart | null,
  { userId, spent, ordered }: { userId: number; spent: number; ordered: OrderedCart | null },
  now: string,
): Cart | null {
  if (cart && cart.version > spent) return null;
  const isOrdered = cart === null || (cart.version === spent && ordered !== null && isJust(cart, ordered));
  return { _id: userId, version: spent + 1, items: isOrdered ? [] : cart.items, updated_at: now };
}

function isJust(cart: Cart, { created_at: at, items }: OrderedCart): boolean {
  const lines = items.map(({ product_id: id, amount }) => `${id}×${amount}`);
  return (
    cart.updated_at <= at && cart.items.every((item) => lines.includes(`${item.product_id}×${item.amount}`))
  );
}

const day = 24 * 3600 * 1000;

/** Data about an erased person that is still in the database. */
export interface LeftOf {
  /** Collections that still have records of the person, such as `addresses`, `carts`, `customer_texts`. */
  kinds: readonly string[];
  /** Ids of addresses that have the person's user id now, but did not belong to the person when the erasure ran. */
  foreignAddresses: readonly number[];
  /** Orders that still have the person's `user_id`. */
  orders: readonly Pick<Order, '_id' | 'user_id' | 'user' | 'address' | PersonalOrderField>[];
  /** Ids of ledger rows with data that `erasedRow` removes. */
  rows: readonly string[];
}

/** Whether the person's data must be removed by now: after the first cleaning round, or a day after the erasure. */
export function isToBeGone({ at, rounds }: Pick<Erasure, 'at' | 'rounds'>, now: number): boolean {
  return rounds > 0 || now - Date.parse(at) > day;
}

export function erasureFindings(
  { _id: user }: Pick<Erasure, '_id'>,
  { kinds, foreignAddresses, orders, rows }: LeftOf,
): Finding[] {
  const showing = orders.filter(showsPerson);
  const showingOf = (isTheirs: boolean) =>
    showing.filter((order) => isOrderOf(order, user) === isTheirs).map(({ _id }) => `orders/${_id}`);
  const left = [...kinds, ...showingOf(true), ...rows.map((id) => `the timeline row ${id}`)];
  const subject = `users/${user}`;
  if (left.length > 0) {
    const detail = `personal data is left in ${firstOf(left)}`;
    return [finding('person-not-erased', subject, detail, { kind: 'erasure', id: user })];
  }
  const others = [
    [showingOf(false), 'but a copy of another customer'],
    [foreignAddresses.map((id) => `addresses/${id}`), 'but did not belong to the person at the erasure'],
  ] as const;
  return others
    .filter(([records]) => records.length > 0)
    .map(([records, but]) =>
      finding('person-not-erased', subject, `${firstOf(records)} has this user id, ${but}`),
    );
}

function firstOf([first = '', ...others]: readonly string[]): string {
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
