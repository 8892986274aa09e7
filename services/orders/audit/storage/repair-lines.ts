import {
  isRight,
  leaves,
  type Judge,
  type Judgement,
  type RepairIn,
} from '#shared/engine/audit/repair-findings.ts';
import { endOfRecord } from '#shared/engine/commands/ledger/ledger-model.ts';
import type { Finding } from '#shared/engine/decide/audit-finding.ts';
import { rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { judgeLines, type JudgedLines } from '../judge-lines.ts';
import type { AuditedRow } from '../row-findings.ts';
import { faults, orderFault } from '../../records/damaged-records.ts';
import { stockMoves } from '../../stock/stock.ts';
import type { Inventory, Order } from '../../records/tables.ts';
import {
  decimalsIn,
  readKnownOrder,
  readOrder,
  readText,
  whyOlderThanText,
  withoutCurrency,
  writeOrder,
  writeRows,
} from './change-by-audit.ts';

/** Decides whether an order or its rows in `order_items` are correct. */
export const judgeItemRows: Judge = async (data, id) => {
  const orderId = Number(id);
  const subject = `orders/${orderId}`;
  const order = await readOrder(data, orderId);
  if (!order) return judgeStrays(data, orderId);
  const fault = orderFault(order);
  if (fault !== null) return leaves(subject, `it is damaged: ${fault}`);
  const judged = await judgedLines(data, order);
  if (judged.found.size === 0) return isRight(`the list of the items of ${subject}`);
  const decimals = await decimalsIn(data);
  const stock = await stockOf(data, judged.units);
  const found = (one: Finding) => refined(one, judged);
  const leaveAll = (why: string): Judgement => {
    const left = leaves(subject, why);
    return { ...left, found: (one) => left.found(found(one)) };
  };
  const ways = [...judged.found.values()].map(({ writes: way }) => way);
  if (ways.includes('line')) {
    const older = whyOlderThanText(order, await readText(data, orderId));
    if (older !== null) return leaveAll(older);
    if (decimals === null) return leaveAll(withoutCurrency);
  }
  if (stock.size < judged.units.length) return leaveAll('the stock of what it lost is not there');
  const left = [...judged.found].filter(([, { writes: way }]) => way === null);
  const reasons = left.map(([line, { detail }]) => `order_items/${line}: ${detail}`).join('; ');
  if (left.length === judged.found.size) return { found, write: `${subject} is left: ${reasons}` };
  return {
    found,
    write: async (within) => {
      const done = await writeLines(within, order, judged, { decimals: decimals ?? 0, stock });
      return left.length === 0 ? done : `${done}; left: ${reasons}`;
    },
  };
};

async function judgedLines({ db, session }: Snapshot, order: Order): Promise<JudgedLines> {
  const lines = order.items.map(({ id }) => id);
  const rows = await db
    .collection<AuditedRow>('order_items')
    .find({ $or: [{ order_id: order._id }, { _id: { $in: lines } }] }, { projection: { search: 0 }, session })
    .toArray();
  const deletions = await db
    .collection<{ _id: string; kind: string; id: number }>('deletions')
    .find({ kind: 'order_items', id: { $in: rows.map(({ _id }) => _id) } }, { session })
    .toArray();
  const known = await readKnownOrder({ db, session }, order);
  return judgeLines({ order, rows, known, deleted: new Set(deletions.map(({ id }) => id)) });
}

function refined(one: Finding, { found }: JudgedLines): Finding {
  const line = found.get(Number(one.subject.slice('order_items/'.length)));
  if (!line) return one;
  const { rule, detail, writes: way } = line;
  return { ...one, rule, detail, repair: way === null ? null : one.repair };
}

type Stock = ReadonlyMap<number, Inventory>;

async function writeLines(
  data: RepairIn,
  order: Order,
  { found, items, removes, units }: JudgedLines,
  { decimals, stock }: { decimals: number; stock: Stock },
): Promise<string> {
  const { deletedCount } = await data.db
    .collection<AuditedRow>('order_items')
    .deleteMany({ _id: { $in: removes }, order_id: order._id }, { session: data.session });
  const rewritten = items.filter(({ id }) => found.get(id)?.writes === 'row');
  const changed = items.filter(({ id }) => found.get(id)?.writes === 'line');
  await writeRows(data, order, rewritten);
  if (changed.length > 0) {
    const moved = await moveStock(data, units, stock);
    await writeOrder(data, order, { items }, moved, decimals);
  }
  const [rows, lines] = [rewritten.length, changed.map(({ id }) => id).join(', ')];
  const put = changed.length > 0 ? `, line ${lines} put right in the order` : '';
  return `orders/${order._id}: ${rows} rows written, ${deletedCount} removed${put}`;
}

async function stockOf({ db, session }: Snapshot, units: JudgedLines['units']): Promise<Stock> {
  if (units.length === 0) return new Map();
  const ids = units.map(({ productId }) => productId);
  const records = await db
    .collection<Inventory>('inventory')
    .find({ _id: { $in: ids } }, { session })
    .toArray();
  const readable = records.filter((record) => faults.inventory(record) === null);
  return new Map(readable.map((record) => [record._id, record]));
}

/** Makes the stock moves that the order's status changes missed while the line was lost. */
async function moveStock({ db, session }: RepairIn, units: JudgedLines['units'], before: Stock) {
  const moves = stockMoves(before, storeNow().toISOString());
  for (const { productId, units: count, happened } of units) {
    if (happened === 'delivered') moves.deliver(productId, count);
    else moves.restock(productId, count, happened === 'returned after delivery');
  }
  const { changes, events } = moves.finish();
  for (const change of changes) {
    if (!('put' in change)) continue;
    const { _id, ...record } = change.put as Inventory;
    await db.collection<Inventory>('inventory').updateOne({ _id }, { $set: record }, { session });
  }
  return { changes, events, before };
}

/**
 * Judges the rows in `order_items` of a missing order. These rows may be the last copy of the order's lines. A row is
 * therefore removed only if a command deleted the order while it had this line.
 */
async function judgeStrays(data: Snapshot, orderId: number): Promise<Judgement> {
  const subject = `orders/${orderId}`;
  const end = await endOfRecord(data, 'orders', orderId);
  if (end === 'lost') return leaves(subject, orderLost, { rule: 'order-lost', subject });
  if (end === 'unknown') return leaves(subject, noTrace);
  const deletion = await data.db
    .collection<LedgerRow>('ledger')
    .findOne(
      { _id: rowsOfRecord(subject), last: { $exists: true } },
      { projection: { 'last.items.id': 1 }, sort: { _id: -1 }, session: data.session },
    );
  const { items = [] } = (deletion?.last ?? {}) as Partial<Order>;
  const deleted = new Set(items.map(({ id }) => `order_items/${id}`));
  const why = `${subject} was deleted, and did not have this line then`;
  return {
    found: (one) =>
      deleted.has(one.subject) ? one : { ...one, detail: `${one.detail}; ${why}`, repair: null },
    write: async ({ db, session }) => {
      const ids = items.map(({ id }) => id);
      const rows = db.collection<AuditedRow>('order_items');
      const { deletedCount } = await rows.deleteMany({ order_id: orderId, _id: { $in: ids } }, { session });
      return `${subject} was deleted: ${deletedCount} rows removed`;
    },
  };
}

/** Reasons for keeping the `order_items` rows and search texts of a missing order. */
export const orderLost = 'its timeline continues, so no command deleted it';
export const noTrace =
  'neither a timeline nor a deletion of its order is kept, so nothing says that it may go';
