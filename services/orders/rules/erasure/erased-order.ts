import { changed } from '#shared/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import type { Order } from '../tables.ts';

/** What orders call a customer who was erased. */
export const erasedCustomer = 'Deleted customer';

/** Text about people on an order, by the dotted names that its timeline tells it by. */
export const personalFieldsOfOrders: ReadonlySet<string> = new Set([
  ...['user.name', 'address.label', 'address.line1', 'address.line2', 'address.phone'],
  ...['notes', 'reject_reason'],
]);

type Personal = Pick<Order, 'user' | 'address' | 'notes' | 'reject_reason' | 'history' | 'log'>;

/** What an order keeps of an erased customer: figures, lines and where it went, and no word about them. */
export function withoutPerson<R extends Personal & Pick<Order, 'user_id'>>(order: R): R {
  const { user_id: userId, history, log } = order;
  return {
    ...order,
    user: { ...order.user, name: erasedCustomer },
    address: { ...order.address, label: null, line1: '', line2: null, phone: null },
    notes: null,
    reject_reason: null,
    history: history.map((entry) => ({ ...entry, by: authorById(entry.by, userId), reason: null })),
    log: log.map((entry) => ({ ...entry, by: authorById(entry.by, userId) })),
  };
}

/**
 * Whether an order is this customer's. It names its customer twice, and every command changes both: an order that says two is damaged, and
 * may hold the only copy of what another customer gave.
 */
export function isOrderOf(
  { user_id: id, user }: { user_id: number; user: Pick<Order['user'], 'id'> | null },
  userId: number,
): boolean {
  return id === userId && (user?.id ?? userId) === userId;
}

/** The subject of a shopper's token may be a name: by it nobody is told any more. */
export function authorById(by: string, userId: number): string {
  return by.startsWith('client:') ? `client:${userId}` : by;
}

/** The order without its erased customer, one version on; the very same when nothing of them is left. */
export function erasedOrder(order: Order, command: Pick<Command, 'caller'>, now: string): Order {
  const { user, address, notes, reject_reason, history, log } = withoutPerson(order);
  const next = changed<Order>(
    { ...order, log },
    { user, address, notes, reject_reason, history },
    command,
    now,
  );
  return next.version === order.version ? order : next;
}
