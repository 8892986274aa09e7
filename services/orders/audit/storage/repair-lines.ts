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
import { judgeLines } from '../judge-lines.ts';
import type { AuditedRow } from '../row-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import type { Order } from '../../records/tables.ts';
import { itemRow } from '../../store/layout.ts';
import { readKnownOrder, readOrder } from './change-by-audit.ts';

/** Writes the rows of an order in `order_items` again, or removes them, as far as the order is proven to be right. */
export const judgeItemRows: Judge = async (data, id) => {
  const orderId = Number(id);
  const subject = `orders/${orderId}`;
  const order = await readOrder(data, orderId);
  if (!order) return judgeStrays(data, orderId);
  const fault = faults.orders(order);
  if (fault !== null) return leaves(subject, `it is damaged: ${fault}`);
  const judged = await judgedLines(data, order);
  if (judged.size === 0) return isRight(`the list of the items of ${subject}`);
  const found = (one: Finding) => refined(one, judged);
  const repaired = [...judged].filter(([, { isRepaired }]) => isRepaired).map(([line]) => line);
  const left = [...judged].filter(([, { isRepaired }]) => !isRepaired);
  const reasons = left.map(([line, { detail }]) => `order_items/${line}: ${detail}`).join('; ');
  if (repaired.length === 0) return { found, write: `${subject} is left: ${reasons}` };
  return {
    found,
    write: async (within) => {
      const done = await writeLines(within, order, repaired);
      return left.length === 0 ? done : `${done}; left: ${reasons}`;
    },
  };
};

async function judgedLines({ db, session }: Snapshot, order: Order): Promise<ReturnType<typeof judgeLines>> {
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

function refined(one: Finding, judged: ReturnType<typeof judgeLines>): Finding {
  const line = judged.get(Number(one.subject.slice('order_items/'.length)));
  if (!line) return one;
  const { rule, detail, isRepaired } = line;
  return { ...one, rule, detail, repair: isRepaired ? one.repair : null };
}

/** Writes the rows of these lines, and removes those that the order does not have. */
async function writeLines(
  { db, session }: RepairIn,
  order: Order,
  repaired: readonly number[],
): Promise<string> {
  const rows = db.collection<ReturnType<typeof itemRow>>('order_items');
  const kept = order.items.filter(({ id }) => repaired.includes(id));
  for (const line of kept) {
    const row = itemRow(line, order);
    await rows.replaceOne({ _id: row._id }, row, { session, upsert: true });
  }
  const lines = kept.map(({ id }) => id);
  const removes = repaired.filter((id) => !lines.includes(id));
  const { deletedCount } = await rows.deleteMany({ _id: { $in: removes }, order_id: order._id }, { session });
  return `orders/${order._id}: ${kept.length} rows written, ${deletedCount} removed`;
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
  const why = `the deleted ${subject} did not have this line`;
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
export const orderLost = 'its timeline does not end with a deletion, so no command deleted it';
export const noTrace =
  'its order has neither a timeline nor a recorded deletion, so nothing proves that it may be removed';
