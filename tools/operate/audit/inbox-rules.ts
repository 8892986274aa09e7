import { finding } from './finding.ts';
import type { Finding } from './finding.ts';

/** An accepted command that made an order, and the order it answered with. */
export interface MadeOrder {
  commandId: string;
  orderId: number;
}

/** `/api/client/orders/12` → 12 */
export function orderOfLocation(location: string | null): number | null {
  const id = /\/orders\/(\d+)$/.exec(location ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/**
 * Every accepted order is there unless it was deleted, and every order was made by exactly one accepted command.
 * `deletions`: how many orders were deleted since the inbox's oldest record; null when that is not known.
 * `keptSince`: commands decided before are no longer in the inbox.
 */
export function inboxFindings(
  made: readonly MadeOrder[],
  orders: ReadonlyMap<number, { created_at: string }>,
  { deletions, keptSince }: { deletions: number | null; keptSince: string },
): Finding[] {
  const findings: Finding[] = [];
  const makers = new Map<number, string[]>();
  for (const { commandId, orderId } of made) {
    makers.set(orderId, [...(makers.get(orderId) ?? []), commandId]);
  }
  for (const [orderId, commands] of makers) {
    if (commands.length > 1) {
      findings.push(
        finding('order-made-twice', `orders/${orderId}`, `by the commands ${commands.join(', ')}`),
      );
    }
  }
  const missing = [...makers].filter(([orderId]) => !orders.has(orderId));
  if (deletions !== null && missing.length > deletions) {
    const named = missing.slice(0, 20).map(([orderId, [commandId]]) => `${orderId} (${commandId ?? ''})`);
    const detail = `${missing.length} accepted orders are gone, ${deletions} were deleted: ${named.join(', ')}`;
    findings.push(finding('order-lost', 'inbox', detail));
  }
  for (const [orderId, { created_at: createdAt }] of orders) {
    if (!makers.has(orderId) && createdAt > keptSince) {
      findings.push(
        finding('order-without-command', `orders/${orderId}`, `made at ${createdAt} by no kept command`),
      );
    }
  }
  return findings;
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
