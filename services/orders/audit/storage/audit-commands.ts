import { eachPage, createIdSet, type Looking, type IdSet } from '#shared/engine/audit/read-pages.ts';
import type { SectionReport } from '#shared/engine/audit/run-audit.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { readAnswer } from '#shared/engine/commands/short-outcome.ts';
import type { Finding } from '#shared/engine/decide/audit-finding.ts';
import { lostOrders, madeTwice, orderOfLocation, type MadeOrder } from '../command-findings.ts';

interface Kept {
  _id: string;
  type: unknown;
  decided_at: unknown;
  outcome?: { status?: unknown; location?: unknown } | null;
  /** The compact form of an outcome, which is stored instead of `outcome`. */
  answer?: unknown;
}

const makers: readonly unknown[] = ['orders.checkout', 'orders.create'];

/** Checks that orders in stored outcomes exist or were deleted, and have only one creating command. Returns their ids. */
export async function auditCommands(looking: Looking, report: SectionReport): Promise<Pick<IdSet, 'has'>> {
  const answered = createIdSet();
  const projection = { type: 1, decided_at: 1, answer: 1, 'outcome.status': 1, 'outcome.location': 1 };
  await eachPage<Kept>(looking, 'inbox', { projection }, async (records, snapshot) => {
    const made = records.flatMap(madeOrder);
    report.counted('commands', made.length);
    if (made.length > 0) report.found(await judgeMade(made, snapshot, answered.add));
  });
  return answered;
}

function madeOrder(kept: Kept): MadeOrder[] {
  if (!makers.includes(kept.type)) return [];
  const { outcome, decidedAt } = endOf(kept);
  if (outcome?.status !== 201) return [];
  const orderId = orderOfLocation(outcome.location);
  return orderId === null ? [] : [{ commandId: kept._id, orderId, at: String(decidedAt) }];
}

function endOf({ decided_at, outcome, answer }: Kept): { outcome: Kept['outcome']; decidedAt: unknown } {
  if (typeof answer !== 'string' || !(decided_at instanceof Date)) return { outcome, decidedAt: decided_at };
  const decidedAt = decided_at.toISOString();
  return { outcome: readAnswer(answer, decidedAt), decidedAt };
}

/** Finds orders that are missing although no deletion of them is recorded, and orders with two creating commands. */
async function judgeMade(
  made: readonly MadeOrder[],
  snapshot: Snapshot,
  isFirst: (orderId: number) => boolean,
): Promise<Finding[]> {
  const ids = made.map(({ orderId }) => orderId);
  const there = await readSome<{ _id: number; created_by_command?: string }>(
    ...([snapshot, 'orders', { _id: { $in: ids } }, { created_by_command: 1 }] as const),
  );
  const orders = new Map(there.map((order) => [order._id, order]));
  const missing = made.filter(({ orderId }) => !orders.has(orderId));
  const gone = { kind: 'orders', id: { $in: missing.map(({ orderId }) => orderId) } };
  const deletions =
    missing.length === 0 ? [] : await readSome<{ id: number }>(snapshot, 'deletions', gone, { id: 1 });
  const deleted = new Set(deletions.map(({ id }) => id));
  return [
    ...madeTwice(made, orders, isFirst),
    ...lostOrders(missing.filter(({ orderId }) => !deleted.has(orderId))),
  ];
}
