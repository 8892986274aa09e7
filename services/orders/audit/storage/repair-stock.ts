import { isRight, leaves, writes } from '#shared/engine/audit/repair-findings.ts';
import { recordStep } from '#shared/engine/commands/record-step.ts';
import { auditRepair } from '#shared/engine/decide/known-record.ts';
import { stockHoldingStates } from '#shared/contracts/endpoints/order-states.ts';
import {
  movesOf,
  recordOfRow,
  rowId,
  rowsOfRecord,
  type LedgerRow,
} from '#shared/engine/decide/ledger-row.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import {
  judgeHeld,
  lostStock,
  stepOfOwnRow,
  stepsOfOrderRow,
  type JudgedHeld,
  type StockStep,
} from '../stock-findings.ts';
import { addOrder, newTotals } from '../total-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import { inventoryEvent } from '../../stock/inventory-resource.ts';
import type { Inventory, Order, OrdersTables } from '../../records/tables.ts';
import { trackedByOrders } from '../../store/resources.ts';
import { judgeRecord } from './repair-record.ts';

const why: Readonly<Partial<Record<JudgedHeld, string>>> = {
  'lines were damaged':
    'commands set this value: a line or an order that holds the other units was lost or changed by hand (item-lost, order-lost)',
  'not known': 'the ledger does not reach back to the change that made them differ',
};

/**
 * Decides which is correct: a product’s `held`, or the lines that hold its units. Counts `held` again only if something other
 * than a command changed the stock record. A concurrent transaction that changes this stock writes the same document. One of the
 * two transactions then conflicts and runs again.
 */
export const judgeHeldUnits = judgeRecord<Inventory>('inventory', faults.inventory, async (record, data) => {
  const { _id, subject } = data;
  if (!record) return leaves(subject, 'its record is missing');
  const counted = await unitsOnLines(data, _id);
  if (counted === null) return leaves(subject, 'an order that holds it is damaged');
  if (counted === record.held) return isRight(subject);
  const judged = await judgeSteps(data, record, counted);
  if (judged !== 'record was damaged') return leaves(subject, why[judged] ?? judged);
  return writes(async (run) => {
    const now = storeNow().toISOString();
    const put = { ...record, held: counted, version: record.version + 1, updated_at: now };
    await writeStock(data, run, put, record);
    return `${subject}: held ${record.held} → ${counted}`;
  });
});

const caller = { area: 'admin', subject: 'audit', userId: null } as const;

/** Writes a stock record with its ledger row and its event, as a command does. The audit is their author. */
async function writeStock(
  { db, session }: Snapshot,
  run: string,
  put: Inventory,
  before: Inventory | null,
): Promise<void> {
  const { _id, ...fields } = put;
  await db.collection<Inventory>('inventory').updateOne({ _id }, { $set: fields }, { session, upsert: true });
  const step = { changes: [{ table: 'inventory' as const, put }], events: [inventoryEvent('set', put)] };
  const within = { db, session, tracked: trackedByOrders, source: '/orders' };
  const cause = { id: run, type: auditRepair, body: null, caller, requestId: run, isOperation: false };
  await recordStep<OrdersTables>(within, step, () => before, { cause, now: put.updated_at });
}

/** The units that lines of undelivered orders hold. Null: one of these orders cannot be read. */
async function unitsOnLines({ db, session }: Snapshot, productId: number): Promise<number | null> {
  const totals = newTotals();
  const holding = db
    .collection<Order>('orders')
    .find({ status: { $in: stockHoldingStates }, 'items.product_id': productId } as object, { session })
    .project<Order>({ status: 1, payment_method: 1, items: 1 });
  for await (const order of holding) addOrder(totals, order);
  return totals.damaged > 0 ? null : (totals.lines.get(productId)?.held ?? 0);
}

const versionsAtOnce = 500;
/** The maximum number of versions to read. Enough for ten days of a product that is sold a thousand times a day. */
const mostVersions = 10_000;

async function judgeSteps(data: Snapshot, record: Inventory, counted: number): Promise<JudgedHeld> {
  const steps: StockStep[] = [];
  for (let upTo = record.version; upTo > 0 && steps.length < mostVersions; upTo -= versionsAtOnce) {
    const found = await stepsUpTo(data, record._id, upTo);
    steps.push(...found);
    const judged = judgeHeld(record, counted, steps);
    if (judged !== 'more') return judged;
    if (found.length === 0) break;
  }
  return 'not known';
}

/**
 * Returns the stock changes of the `versionsAtOnce` versions up to `upTo`, newest first. A ledger row without values describes no
 * change, so its version is missing in the result.
 */
async function stepsUpTo(data: Snapshot, productId: number, upTo: number): Promise<StockStep[]> {
  const above = Math.max(upTo - versionsAtOnce, 0);
  const versions = Array.from({ length: upTo - above }, (_, index) => above + 1 + index);
  const ids = { $in: versions.map((version) => rowId(`inventory/${productId}`, version)) };
  const own = await readSome<LedgerRow>(data, 'ledger', { _id: ids });
  const moves = await readSome<LedgerRow>(data, 'ledger', movesOf(productId, versions), { stock: 1 });
  const steps = [
    ...own.flatMap((row) => stepOfOwnRow(row) ?? []),
    ...moves.flatMap((row) => stepsOfOrderRow(row, productId)),
  ];
  return steps
    .filter(({ version }) => version > above && version <= upTo)
    .sort((one, other) => other.version - one.version);
}

/**
 * Rebuilds a missing stock record from the ledger. A new record would start at version 1, for which the ledger already has a row.
 */
export const judgeLostStock = judgeRecord<Inventory>('inventory', null, async (there, data) => {
  const { _id: productId, subject } = data;
  if (there) return isRight(subject);
  const ownRows = { _id: rowsOfRecord(subject), kind: { $ne: 'noted' } };
  const own = (await readSome<LedgerRow>(data, 'ledger', ownRows)).sort((one, other) =>
    one._id < other._id ? 1 : -1,
  );
  const moved = await newestMove(data, productId);
  const version = Math.max(own[0] ? recordOfRow(own[0]).version : 0, moved.version);
  const steps = await stepsUpTo(data, productId, version);
  const record = lostStock(productId, version, { steps, own, lost: moved.lost });
  if (record === null) return leaves(subject, 'its timeline is incomplete: restore the record from a backup');
  // Only this comparison can show that the timeline lacks its newest rows.
  if ((await unitsOnLines(data, productId)) !== record.held)
    return leaves(
      subject,
      'lines hold other units than its timeline proves: restore the record from a backup',
    );
  return writes(async (run) => {
    const put = { ...record, version: version + 1, updated_at: storeNow().toISOString() };
    await writeStock(data, run, put, null);
    return `${subject}: written from its timeline, stock ${put.stock ?? 'not counted'}, held ${put.held}`;
  });
});

/**
 * The newest version of the stock record that an order wrote, and the most lost units that an order recorded. Each is 0 if there
 * is none.
 */
async function newestMove({ db, session }: Snapshot, productId: number) {
  const stages = [
    { $match: { stock: { $exists: true, $elemMatch: { product_id: productId } } } },
    { $unwind: '$stock' },
    { $match: { 'stock.product_id': productId } },
    { $group: { _id: null, version: { $max: '$stock.version' }, lost: { $max: '$stock.lost.to' } } },
  ];
  const ledger = db.collection<LedgerRow>('ledger');
  const found = ledger.aggregate<{ version: number; lost: number | null }>(stages, { session });
  const [newest] = await found.toArray();
  return { version: newest?.version ?? 0, lost: newest?.lost ?? 0 };
}
