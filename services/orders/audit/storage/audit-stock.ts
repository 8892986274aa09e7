import { judgedById } from '#shared/engine/audit/audit-records.ts';
import { eachPageWithin, type Looking } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection } from '#shared/engine/audit/run-audit.ts';
import { readSome, withSnapshot, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { damagedBy, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { countFindings } from '../figure-findings.ts';
import { addOrder, newTotals, type CountedOrder } from '../order-totals.ts';
import { newBaselines, stockFindings, withoutSetStock, type StockBaseline } from '../stock-findings.ts';
import { countedKind } from '../../records/counted-kind.ts';
import { faults } from '../../records/damaged-records.ts';
import type { Inventory } from '../../records/tables.ts';
import type { OrderCount } from '../../records/storage/order-counts.ts';
import { rowsSince } from './rows-since.ts';

/** The collection in which scheduled audits save the stock that they found correct. Its ids are product ids. */
const baselines = 'audit_stock';

const counted = {
  projection: { status: 1, payment_method: 1, 'items.product_id': 1, 'items.held': 1 },
  size: 2000,
};

/**
 * Audits sums over all orders in one snapshot. With `keepsBaselines`, saves each stock that was found correct as the baseline of
 * the next audit.
 */
export function totalsSection({ keepsBaselines }: { keepsBaselines: boolean }): AuditSection {
  return {
    name: 'stock and totals',
    look: async (looking, report) => {
      const {
        findings,
        baselines: found,
        stock,
      } = await withSnapshot(looking.database, looking.ages, (snapshot) => judgeTotals(looking, snapshot));
      report.found(findings);
      report.counted('stock', stock);
      if (keepsBaselines) await keepBaselines(looking, found);
    },
  };
}

async function judgeTotals(looking: Looking, snapshot: Snapshot) {
  const totals = newTotals();
  await eachPageWithin<CountedOrder>(looking, snapshot, 'orders', counted, (orders) => {
    for (const order of orders) addOrder(totals, order);
  });
  const { findings, readable, count } = await readInventory(snapshot);
  const known = {
    lines: totals.lines,
    baselines: await readBaselines(snapshot),
    damagedOrders: totals.damaged,
    lastDeletion: await lastDeletionOf(snapshot),
  };
  const found = stockFindings(readable, known);
  const differing = new Set(found.flatMap(({ rule, subject }) => (rule === 'stock-differs' ? subject : [])));
  const since = [...known.baselines.values()]
    .map(({ _id, version }) => ({ subject: `inventory/${_id}`, version }))
    .filter(({ subject }) => differing.has(subject));
  const stock = withoutSetStock(found, await rowsSince(snapshot, since));
  const all = [...findings, ...stock, ...countFindings(totals.counts, await readOrderCounts(snapshot))];
  return {
    findings: all,
    baselines: totals.damaged > 0 ? [] : newBaselines(readable, known, all, storeNow().toISOString()),
    stock: count,
  };
}

async function readInventory(
  snapshot: Snapshot,
): Promise<{ findings: Finding[]; readable: Inventory[]; count: number }> {
  const records = await readSome<Inventory>(snapshot, 'inventory', {});
  const isReadable = (record: Inventory) =>
    typeof record._id === 'number' && faults.inventory(record) === null;
  const judge = damagedBy('inventory', faults.inventory);
  const findings = records.flatMap((record) => judgedById('inventory', record, judge));
  return { findings, readable: records.filter(isReadable), count: records.length };
}

async function readBaselines(snapshot: Snapshot): Promise<Map<number, StockBaseline>> {
  const kept = await readSome<StockBaseline>(snapshot, baselines, {});
  return new Map(kept.map((baseline) => [baseline._id, baseline]));
}

async function lastDeletionOf({ db, session }: Snapshot): Promise<string | null> {
  const deletions = db.collection<{ _id: string; at: string }>('deletions');
  const [last] = await deletions
    .find({ kind: 'orders' }, { projection: { at: 1 }, session })
    .sort({ expires_at: -1 })
    .limit(1)
    .toArray();
  return last?.at ?? null;
}

/** The stored numbers of orders. The collection also contains the id sequences, whose documents have no field `count`. */
async function readOrderCounts(snapshot: Snapshot): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const kept of await readSome<OrderCount>(snapshot, 'counters', { count: { $exists: true } })) {
    const kind = countedKind(kept);
    counts.set(kind, (counts.get(kind) ?? 0) + kept.count);
  }
  return counts;
}

async function keepBaselines(
  { database: { client, name } }: Looking,
  found: readonly StockBaseline[],
): Promise<void> {
  if (found.length === 0) return;
  const operations = found.map(({ _id, ...baseline }) => ({
    updateOne: { filter: { _id }, update: { $set: baseline }, upsert: true },
  }));
  await client.db(name).collection<StockBaseline>(baselines).bulkWrite(operations, { ordered: false });
}
