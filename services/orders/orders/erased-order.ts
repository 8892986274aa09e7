import {
  personalAddressFields,
  type AddressLines,
  type PersonalAddressField,
} from '#shared/contracts/endpoints/addresses.ts';
import {
  personalOrderFields,
  type OrderValues,
  type PersonalOrderField,
} from '#shared/contracts/endpoints/order-fields.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import { authorById } from '../customers/shopper.ts';
import { erasedHistory } from '../returns/return.ts';
import type { HistoryEntry, Order } from '../records/tables.ts';

/** Replaces an erased customer's name on their orders. */
const erasedCustomer = 'Deleted customer';

/** Order fields that may contain personal data, as dotted names like those in the ledger. */
export const personalFieldsOfOrders: ReadonlySet<string> = new Set([
  'user.name',
  ...personalAddressFields.map((name) => `address.${name}`),
  ...personalOrderFields,
]);

/** The values of personal fields after an erasure. If a personal field of orders cannot be null, this line does not compile. */
export const erasedValues: Pick<OrderValues, PersonalOrderField> = nullIn(personalOrderFields);
const erasedLines: Pick<AddressLines, PersonalAddressField> = {
  ...nullIn(personalAddressFields.filter((name) => name !== 'line1')),
  line1: '',
};

function nullIn<Name extends string>(names: readonly Name[]): Record<Name, null> {
  return Object.fromEntries(names.map((name) => [name, null])) as Record<Name, null>;
}

type Personal = Pick<Order, 'user' | 'address' | PersonalOrderField> & { history: readonly HistoryEntry[] };

/** Whether the order still has text about its customer. */
export function showsPerson(order: Omit<Personal, 'history'>): boolean {
  const texts = [
    ...personalAddressFields.map((name) => order.address[name]),
    ...personalOrderFields.map((name) => order[name]),
  ];
  return order.user.name !== erasedCustomer || texts.some((text) => Boolean(text));
}

/** Removes text about the erased customer from the order. Figures, lines, city and country stay. `since`: as for `erasedHistory`. */
export function withoutPerson<R extends Personal & Pick<Order, 'user_id'>>(
  order: R,
  since: string | null = null,
): R {
  // Orders of release 0.6.0 have a log, which names the customer as author.
  const { user_id: userId, history, log = [] } = order as R & { log?: readonly { by: string }[] };
  return {
    ...order,
    user: { ...order.user, name: erasedCustomer },
    address: { ...order.address, ...erasedLines },
    ...erasedValues,
    history: erasedHistory(history, userId, since),
    log: log.map((entry) => ({ ...entry, by: authorById(entry.by, userId) })),
  };
}

/**
 * Whether an order belongs to this customer. Every command that changes the customer writes both `user_id` and `user.id`. If
 * the two ids differ, the order is damaged, and may have the only copy of another customer's data.
 */
export function isOrderOf(
  { user_id: id, user }: { user_id: number; user: Pick<Order['user'], 'id'> | null },
  userId: number,
): boolean {
  return id === userId && (user?.id ?? userId) === userId;
}

/** Returns the order at its next version, or the same object if it has no data about its customer. */
export function erasedOrder(order: Order, since: string | null, now: string): Order {
  const { user, address, history } = withoutPerson(order, since);
  return changed<Order>(order, { user, address, ...erasedValues, history }, now);
}
