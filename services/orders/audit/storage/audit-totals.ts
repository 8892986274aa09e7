import { createIdSet, eachPage, type Looking } from '#shared/engine/audit/read-pages.ts';
import type { AuditSection, SectionReport } from '#shared/engine/audit/run-audit.ts';
import { localTimes } from '#shared/contracts/kit/local-moments.ts';
import { readSome, withSnapshot, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { damagedBy, judged, type Finding } from '#shared/engine/decide/audit-finding.ts';
import type { Deletion } from '#shared/engine/decide/deletion.ts';
import { rowId, rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import {
  newBaselines,
  stockFindings,
  withoutSetStock,
  type HeldByProduct,
  type StockBaseline,
} from '../stock-findings.ts';
import {
  addOrder,
  countFindings,
  figuresOf,
  newTotals,
  statisticsFindings,
  type CountedOrder,
} from '../total-findings.ts';
import { countedKind } from '../../records/counted-kind.ts';
import { faults } from '../../records/damaged-records.ts';
import type { Inventory } from '../../records/tables.ts';
import type { OrderCount } from '../../records/storage/order-counts.ts';
import { orderIndexes } from '../../records/storage/orders-models.ts';
import { addMoves, figureNames, kindsOfCells, type Cells } from '../../statistics/cells.ts';
import { countedOrder, isCountable, type Countable } from '../../statistics/counted-order.ts';
import { countedFields, readCounted } from '../../statistics/storage/count-orders.ts';
import { cellsIn, stateId, statesIn } from '../../statistics/storage/statistics-model.ts';

/** The collection in which scheduled audits save the stock that they found correct. Its ids are product ids. */
const baselines = 'audit_stock';

const counted = {
  projection: { status: 1, payment_method: 1, 'items.product_id': 1, 'items.held': 1 },
  size: 2000,
};

/** With `keepsBaselines`, saves the stock of each product that was found correct, so that the next audit can compare it. */
export function totalsSection({ keepsBaselines }: { keepsBaselines: boolean }): AuditSection {
  return {
    name: 'stock and totals',
    look: async (looking, report) => {
      const { database, ages } = looking;
      const found = await withSnapshot(database, ages, (snapshot) => judgeTotals(looking, snapshot, report));
      if (!keepsBaselines || found.length === 0) return;
      const kept = database.client.db(database.name).collection<StockBaseline>(baselines);
      const operations = found.map(({ _id, ...baseline }) => ({
        updateOne: { filter: { _id }, update: { $set: baseline }, upsert: true },
      }));
      await kept.bulkWrite(operations, { ordered: false });
    },
  };
}

/** Returns the stock that was found correct, without stock that an earlier audit has already saved with the same values. */
async function judgeTotals(
  looking: Looking,
  snapshot: Snapshot,
  report: SectionReport,
): Promise<StockBaseline[]> {
  const began = storeNow();
  const totals = newTotals();
  await eachPage<CountedOrder>(looking, 'orders', { ...counted, within: snapshot }, (orders) => {
    for (const order of orders) addOrder(totals, order);
  });
  const records = await readSome<Inventory>(snapshot, 'inventory', {});
  const judge = damagedBy('inventory', faults.inventory);
  const damaged = records.flatMap((record) => judged('inventory', record, judge));
  const readable = records.filter((record) => judged('inventory', record, judge).length === 0);
  const kept = await readSome<StockBaseline>(snapshot, baselines, {});
  const known = {
    lines: totals.lines,
    baselines: new Map(kept.map((baseline) => [baseline._id, baseline])),
    damagedOrders: totals.damaged,
    lastDeletion: await lastDeletionOf(snapshot),
    restored: await unitsRestored(looking, snapshot),
  };
  const stock = stockFindings(readable, known);
  const findings = [
    ...damaged,
    ...withoutSetStock(stock, await rowsSinceBaseline(snapshot, stock, kept)),
    ...countFindings(totals.counts, await readOrderCounts(snapshot)),
  ];
  report.found(findings);
  report.counted('stock', records.length);
  return totals.damaged > 0 ? [] : newBaselines(readable, known, findings, began);
}

/** For each stock record with a `stock-differs` finding, the ledger rows since an audit last found the record correct. */
async function rowsSinceBaseline(
  snapshot: Snapshot,
  findings: readonly Finding[],
  kept: readonly StockBaseline[],
): Promise<Map<string, LedgerRow[]>> {
  const rows = new Map<string, LedgerRow[]>();
  const differing = new Set(
    findings.flatMap(({ rule, subject }) => (rule === 'stock-differs' ? [subject] : [])),
  );
  for (const { _id, version } of kept) {
    const subject = `inventory/${_id}`;
    if (!differing.has(subject)) continue;
    const later = { ...rowsOfRecord(subject), $gt: `${rowId(subject, version)};` };
    const filter = { _id: later, kind: { $ne: 'noted' } };
    rows.set(subject, await readSome<LedgerRow>(snapshot, 'ledger', filter, { via: 1, changes: 1 }));
  }
  return rows;
}

async function lastDeletionOf({ db, session }: Snapshot): Promise<string | null> {
  const deletions = db.collection<{ _id: string; at: string }>('deletions');
  const last = await deletions.findOne(
    { kind: 'orders' },
    { projection: { at: 1 }, sort: { expires_at: -1 }, session },
  );
  return last?.at ?? null;
}

/** Units in orders that an undo restored after their deletion. */
async function unitsRestored(looking: Looking, snapshot: Snapshot): Promise<HeldByProduct> {
  const restored = newTotals();
  const seen = createIdSet();
  const ofOrders = { ids: { from: 'orders/', to: 'orders0' }, projection: { id: 1 }, within: snapshot };
  await eachPage<Pick<Deletion, '_id' | 'id'>>(looking, 'deletions', ofOrders, async (deletions) => {
    const ids = { $in: deletions.map(({ id }) => id).filter(seen.add) };
    const orders = await readSome<CountedOrder>(snapshot, 'orders', { _id: ids }, counted.projection);
    for (const order of orders) addOrder(restored, order);
  });
  return restored.lines;
}

/** Id sequences are in the same collection, but have no field `count`. */
async function readOrderCounts(snapshot: Snapshot): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const kept of await readSome<OrderCount>(snapshot, 'counters', { count: { $exists: true } })) {
    const kind = countedKind(kept);
    counts.set(kind, (counts.get(kind) ?? 0) + kept.count);
  }
  return counts;
}

const ordersAtOnce = 2000;
const noCells = (): Cells => new Map();

/** Does nothing while orders are still being counted. */
export const statisticsSection: AuditSection = {
  name: 'statistics',
  look: (looking, report) =>
    withSnapshot(looking.database, looking.ages, async (snapshot) => {
      const { db, session } = snapshot;
      const state = await statesIn(db).findOne({ _id: stateId }, { session });
      if (!state) return;
      const locale = { timeZone: state.zone, currencyDecimals: state.decimals };
      const known = await readCounted(snapshot, locale);
      if (known?.behindSince !== null) return;
      const waiting = noCells();
      addMoves(waiting, known.moves, localTimes(state.zone));
      await eachDay(looking, snapshot, state.zone, async (day, there) => {
        const stored = await storedFigures(snapshot, day, waiting);
        report.found(statisticsFindings(day, figuresOf(there), stored));
      });
    }),
};

/** Reads orders sorted by creation time and judges one day at a time, so memory never holds more than two days. */
async function eachDay(
  { pace, signal }: Looking,
  { db, session }: Snapshot,
  timeZone: string,
  judge: (day: string, there: Cells) => Promise<void>,
): Promise<void> {
  const timeOf = localTimes(timeZone);
  const open = new Map<string, Cells>();
  const closed = new Set<string>();
  const close = async (day: string): Promise<void> => {
    await judge(day, open.get(day) ?? noCells());
    open.delete(day);
    closed.add(day);
  };
  const found = db
    .collection<Partial<Countable>>('orders')
    .find({}, { projection: countedFields, session, batchSize: ordersAtOnce })
    .hint(orderIndexes.created_at)
    .sort({ created_at: 1, _id: 1 });
  let [read, began] = [0, performance.now()];
  for await (const order of found) {
    if (isCountable(order)) {
      const { day } = timeOf(order.created_at);
      // In some time zones, clocks are set back just after midnight, so that local time returns to the previous day. So a day is
      // judged only when an order of a third day is read.
      const [first] = open.keys();
      if (!open.has(day) && open.size === 2 && first !== undefined) await close(first);
      const cells = open.get(day) ?? noCells();
      addMoves(cells, [{ was: null, is: countedOrder(order) }], timeOf);
      open.set(day, cells);
    }
    read += 1;
    if (read % ordersAtOnce > 0) continue;
    signal.throwIfAborted();
    await pace(performance.now() - began);
    began = performance.now();
  }
  for (const day of [...open.keys()]) await close(day);
  const ofDays = { _id: { $gte: 'days/', $lt: 'days0' } };
  const days = await cellsIn(db)
    .find(ofDays, { session, projection: { day: 1 } })
    .toArray();
  for (const { day } of days) if (!closed.has(day)) await close(day);
}

/** A day's statistics: the stored figures, plus the figures of order changes that are not stored yet (`waiting`). */
async function storedFigures(
  { db, session }: Snapshot,
  day: string,
  waiting: Cells,
): Promise<Map<string, bigint>> {
  const ofDay = kindsOfCells.map((of) => ({ _id: { $gte: `${of}/${day}/`, $lt: `${of}/${day}0` } }));
  const kept = await cellsIn(db).find({ $or: ofDay }, { session, useBigInt64: true }).toArray();
  const figures = figuresOf(new Map([...waiting].filter(([, cell]) => cell.day === day)));
  for (const cell of kept) {
    for (const name of figureNames) {
      for (const [kind, figure] of Object.entries(cell[name] ?? {})) {
        const key = `${cell._id} ${name}.${kind}`;
        figures.set(key, (figures.get(key) ?? 0n) + BigInt(String(figure)));
      }
    }
  }
  return figures;
}
