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

/** Finds orders whose id two commands returned, or that a command other than `created_by_command` returned. */
export function madeTwice(
  made: readonly MadeOrder[],
  orders: ReadonlyMap<number, Maker>,
  isFirst: (orderId: number) => boolean,
): Finding[] {
  return made.flatMap(({ orderId, commandId }) => {
    const own = orders.get(orderId)?.created_by_command;
    const maker = own === undefined ? undefined : commandOfMaker(own);
    if (isFirst(orderId) && (maker === undefined || maker === commandId)) return [];
    const detail = `both ${commandId} and ${maker === commandId || maker === undefined ? 'another command' : maker} created it`;
    return [finding('order-made-twice', `orders/${orderId}`, detail)];
  });
}

/** `missing`: orders that commands created and that are missing now, although no deletion is recorded. */
export function lostOrders(missing: readonly MadeOrder[]): Finding[] {
  return missing.map(({ orderId, commandId, at }) => {
    const detail = `${commandId} created it at ${at}; it is missing, and no command deleted it`;
    return finding('order-lost', `orders/${orderId}`, detail);
  });
}

type Recent = Maker & { _id: number; created_at: string };

/** Finds orders that no command in the inbox created, although the inbox still has the commands of that time. */
export function ordersWithoutCommand(
  orders: readonly Recent[],
  { keptSince, isKept }: { keptSince: string; isKept: (order: Recent) => boolean },
): Finding[] {
  return orders
    .filter((order) => order.created_at > keptSince && !isKept(order))
    .map(({ _id, created_at: at }) =>
      finding(
        'order-without-command',
        `orders/${_id}`,
        `it was created at ${at}, and no command of that time created it`,
      ),
    );
}
