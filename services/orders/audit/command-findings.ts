import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { commandOfMaker } from '#shared/engine/decide/make-once.ts';

/** A command that created an order. `orderId` comes from the command's response. */
export interface MadeOrder {
  commandId: string;
  orderId: number;
  /** The time of the command's outcome. */
  at: string;
}

/** `/api/client/orders/12` → 12 */
export function orderOfLocation(location: unknown): number | null {
  const id = typeof location === 'string' ? /\/orders\/(\d+)$/.exec(location)?.[1] : undefined;
  return id === undefined ? null : Number(id);
}

interface Maker {
  created_by_command?: string;
}

/** Finds orders whose id was returned by two commands, or by a command other than the order's `created_by_command`. */
export function madeTwice(
  made: readonly MadeOrder[],
  orders: ReadonlyMap<number, Maker>,
  isFirst: (orderId: number) => boolean,
): Finding[] {
  return made.flatMap(({ orderId, commandId }) => {
    const own = orders.get(orderId)?.created_by_command;
    const maker = own === undefined ? undefined : commandOfMaker(own);
    if (isFirst(orderId) && (maker === undefined || maker === commandId)) return [];
    const detail = `by the commands ${commandId} and ${maker === commandId || maker === undefined ? 'another' : maker}`;
    return [finding('order-made-twice', `orders/${orderId}`, detail)];
  });
}

/**
 * Finds orders that an accepted command created, and that are missing without a deletion. Releases before 0.3.0 recorded
 * deletions without the order's id: `unnamed` has the times of these deletions. Each of them excuses one missing order that was
 * created before it. The latest deletion is matched with the latest order first, so that as many orders as possible are excused.
 */
export function lostOrders(missing: readonly MadeOrder[], unnamed: readonly string[]): Finding[] {
  const once = [...new Map(missing.map((one) => [one.orderId, one])).values()];
  const latestFirst = once.sort((a, b) => b.at.localeCompare(a.at) || a.orderId - b.orderId);
  const excuses = [...unnamed].sort();
  return latestFirst.flatMap(({ orderId, commandId, at }) => {
    const isExcused = (excuses.at(-1) ?? '') >= at;
    if (isExcused) excuses.pop();
    const detail = `made at ${at} by ${commandId}; it is missing, and no command deleted it`;
    return isExcused ? [] : [finding('order-lost', `orders/${orderId}`, detail)];
  });
}

type Recent = Maker & { _id: number; created_at: string };

/** Finds orders without a command in the inbox, although the inbox still has the commands of that time. */
export function ordersWithoutCommand(
  orders: readonly Recent[],
  { keptSince, isKept }: { keptSince: string; isKept: (order: Recent) => boolean },
): Finding[] {
  return orders
    .filter((order) => order.created_at > keptSince && !isKept(order))
    .map(({ _id, created_at: at }) =>
      finding('order-without-command', `orders/${_id}`, `made at ${at} by no kept command`),
    );
}
