import { finding, type Finding } from '#shared/decide/audit-finding.ts';
import { commandOfMaker } from '#shared/decide/make-once.ts';

/** An accepted command that created an order, and the id of that order from its response. */
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

/** Finds orders whose id two commands returned, or whose creating command is not the one that returned their id. */
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
 * Finds accepted orders that are missing and were not deleted. `unnamed`: times of deletions that name no order, as
 * releases before 0.3.0 kept them. Each excuses one order that was made before it. Latest are matched first, so that
 * as many orders as possible are excused.
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

/** Finds recent orders whose command is missing, although the inbox still keeps the commands of that time. */
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
