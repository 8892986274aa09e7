import { eachPage, createIdSet, type Looking, type IdSet } from '#shared/engine/audit/read-pages.ts';
import type { SectionReport } from '#shared/engine/audit/run-audit.ts';
import { readSome, withSnapshot, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { readAnswer } from '#shared/engine/commands/short-outcome.ts';
import { chunkId, type BulkChunk } from '#shared/engine/decide/bulk-operation.ts';
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
const most = 10_000;

/** Checks that orders in stored outcomes exist or were deleted, and have only one creating command. Returns their ids. */
export async function auditCommands(looking: Looking, report: SectionReport): Promise<Pick<IdSet, 'has'>> {
  const answered = createIdSet();
  const missing: MadeOrder[] = [];
  const projection = { type: 1, decided_at: 1, answer: 1, 'outcome.status': 1, 'outcome.location': 1 };
  await eachPage<Kept>(looking, 'inbox', { projection }, async (records, snapshot) => {
    const made = records.flatMap(madeOrder);
    report.counted('commands', made.length);
    if (made.length > 0 && missing.length < most)
      missing.push(...(await judgeMade(made, snapshot, answered.add, report)));
  });
  if (missing.length === 0) return answered;
  const unnamed = await withSnapshot(looking.database, looking.ages, unnamedDeletions);
  const inBulk = await withSnapshot(looking.database, looking.ages, deletedInBulk);
  report.found(
    lostOrders(
      missing.filter(({ orderId }) => !inBulk.has(orderId)),
      unnamed,
    ),
  );
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

/** Returns the orders that are missing although no deletion of them is recorded. */
async function judgeMade(
  made: readonly MadeOrder[],
  snapshot: Snapshot,
  isFirst: (orderId: number) => boolean,
  report: SectionReport,
): Promise<MadeOrder[]> {
  const ids = made.map(({ orderId }) => orderId);
  const orders = await readSome<{ _id: number; created_by_command?: string }>(
    ...([snapshot, 'orders', { _id: { $in: ids } }, { created_by_command: 1 }] as const),
  );
  const there = new Map(orders.map((order) => [order._id, order]));
  report.found(madeTwice(made, there, isFirst));
  const missing = made.filter(({ orderId }) => !there.has(orderId));
  if (missing.length === 0) return [];
  const gone = { kind: 'orders', id: { $in: missing.map(({ orderId }) => orderId) } };
  const deletions = await readSome<{ id: number }>(snapshot, 'deletions', gone, { id: 1 });
  const deleted = new Set(deletions.map(({ id }) => id));
  return missing.filter(({ orderId }) => !deleted.has(orderId));
}

/** Times of deletions that only outcomes record, as in releases before 0.3.0. These outcomes are never compact. */
async function unnamedDeletions(snapshot: Snapshot): Promise<string[]> {
  const filter = { type: 'orders.delete', 'outcome.status': 204 };
  const deletes = await readSome<{ _id: string; decided_at: string }>(snapshot, 'inbox', filter, {
    decided_at: 1,
  });
  const named = await readSome<{ command: string }>(
    snapshot,
    'deletions',
    { kind: 'orders' },
    { command: 1 },
  );
  const known = new Set(named.map(({ command }) => command));
  return deletes.filter(({ _id }) => !known.has(_id)).map(({ decided_at: at }) => at);
}

/** Ids of orders that bulk work of releases before 0.3.0 deleted. Only the chunks of that work contain these ids. */
async function deletedInBulk(snapshot: Snapshot): Promise<Set<number>> {
  const filter = { type: 'orders.bulk-delete', dry_run: false };
  const operations = await readSome<{ _id: string; chunks: number }>(snapshot, 'bulk_operations', filter, {
    chunks: 1,
  });
  const deleted = new Set<number>();
  for (const { _id: operation, chunks } of operations) {
    const ids = Array.from({ length: chunks }, (_, index) => chunkId(operation, index));
    const done = await readSome<Pick<BulkChunk, 'ids' | 'fates'>>(
      ...([snapshot, 'bulk_chunks', { _id: { $in: ids } }, { ids: 1, fates: 1 }] as const),
    );
    for (const { ids: of, fates } of done)
      for (const [index, id] of of.entries()) if (fates?.[index] === 'changed') deleted.add(id);
  }
  return deleted;
}
