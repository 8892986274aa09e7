import { commandOfMaker } from '#shared/decide/make-once.ts';
import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** An accepted command that made an order, and the order it answered with. */
export interface MadeOrder {
  commandId: string;
  orderId: number;
  /** When it was decided. */
  at: string;
}

/** What excuses orders that are no longer there. */
export interface OrderDeletions {
  /** Orders that are remembered as deleted. */
  deleted: ReadonlySet<number>;
  /** When deletions were decided that name no order: releases before 0.3.0 kept no more. */
  unnamed: readonly string[];
}

/** `/api/client/orders/12` → 12 */
export function orderOfLocation(location: string | null): number | null {
  const id = /\/orders\/(\d+)$/.exec(location ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * Every accepted order is there unless it was deleted, and every order was made by exactly one accepted command.
 * `keptSince`: commands decided before are no longer in the inbox.
 */
export function inboxFindings(
  made: readonly MadeOrder[],
  orders: ReadonlyMap<number, { created_at: string; created_by_command?: string }>,
  { keptSince, ...deletions }: OrderDeletions & { keptSince: string },
): Finding[] {
  const findings: Finding[] = [];
  const makers = makersOf(made, orders);
  for (const [orderId, commands] of makers) {
    if (commands.size > 1) {
      const detail = `by the commands ${[...commands].join(', ')}`;
      findings.push(finding('order-made-twice', `orders/${orderId}`, detail));
    }
  }
  for (const { orderId, commandId, at } of lostOrders(made, orders, deletions)) {
    const detail = `made at ${at} by ${commandId}; it is gone, and nobody deleted it`;
    findings.push(finding('order-lost', `orders/${orderId}`, detail));
  }
  const accepted = new Set(made.map(({ orderId }) => orderId));
  for (const [orderId, { created_at: createdAt }] of orders) {
    if (!accepted.has(orderId) && createdAt > keptSince) {
      findings.push(
        finding('order-without-command', `orders/${orderId}`, `made at ${createdAt} by no kept command`),
      );
    }
  }
  return findings;
}

/** The commands that answered with an order, and the one that it names itself. */
function makersOf(
  made: readonly MadeOrder[],
  orders: ReadonlyMap<number, { created_by_command?: string }>,
): Map<number, Set<string>> {
  const makers = new Map<number, Set<string>>();
  for (const { commandId, orderId } of made) {
    makers.set(orderId, (makers.get(orderId) ?? new Set<string>()).add(commandId));
  }
  for (const [orderId, commands] of makers) {
    const own = orders.get(orderId)?.created_by_command;
    if (own !== undefined) commands.add(commandOfMaker(own));
  }
  return makers;
}

/**
 * Accepted orders that are gone and were not deleted. A deletion without a name excuses one order that was made before
 * it: the latest go together, so that as many as can be are excused.
 */
function lostOrders(
  made: readonly MadeOrder[],
  orders: ReadonlyMap<number, unknown>,
  { deleted, unnamed }: OrderDeletions,
): MadeOrder[] {
  const missing = made.filter(({ orderId }) => !orders.has(orderId) && !deleted.has(orderId));
  const once = [...new Map(missing.map((one) => [one.orderId, one])).values()];
  const latestFirst = once.sort((a, b) => b.at.localeCompare(a.at) || a.orderId - b.orderId);
  const excuses = [...unnamed].sort();
  return latestFirst.filter(({ at }) => {
    const isExcused = (excuses.at(-1) ?? '') >= at;
    if (isExcused) excuses.pop();
    return !isExcused;
  });
}

/** Events leave within moments; one that waits longer is stuck. */
export function outboxFindings(
  service: string,
  oldest: string | null,
  waiting: number,
  now: string,
): Finding[] {
  const age = oldest === null ? 0 : Date.parse(now) - Date.parse(oldest);
  if (age < 30_000) return [];
  const detail = `${waiting} batches of events wait, the oldest for ${Math.round(age / 1000)} s`;
  return [finding('outbox-stuck', `${service}.outbox`, detail)];
}
