import type { mongo } from 'mongoose';
import type { LedgerDocument } from '#shared/engine/commands/ledger/ledger-model.ts';
import { recordOfRow, rowsOfRecord, idOfRow } from '#shared/engine/decide/ledger-row.ts';
import { emptyLog } from '#shared/engine/decide/versioned-record.ts';
import { erasedRow } from '../erased-row.ts';
import { withoutTexts } from '../../payments/payment.ts';
import type { Erasure, Order, OrderReturn, Payment } from '../../records/tables.ts';
import { withoutReturnTexts } from '../../returns/return.ts';
import type { CleaningStep } from './erased-people.ts';
import { nextPortion } from './next-portion.ts';

/** `upTo`: the id of the last row to clean, or `until`: its time, because the record then passed to another customer. */
export async function cleanTimeline(
  db: mongo.Db,
  subject: string,
  user: number,
  { upTo, until }: { upTo?: string; until?: string } = {},
): Promise<void> {
  const ledger = db.collection<LedgerDocument>('ledger');
  const { $gt, $lt } = rowsOfRecord(subject);
  const rows = ledger.find({
    _id: { $gt, ...(upTo === undefined ? { $lt } : { $lte: upTo }) },
    ...(until !== undefined && { at: { $lte: until } }),
  });
  const changed: mongo.AnyBulkWriteOperation<LedgerDocument>[] = [];
  for await (const row of rows) {
    const { _id, ...rest } = erasedRow(row, user);
    if (JSON.stringify({ _id, ...rest }) === JSON.stringify(row)) continue;
    const gone = Object.fromEntries(
      Object.keys(row)
        .filter((field) => field !== '_id' && !(field in rest))
        .map((field) => [field, true as const]),
    );
    const update = { $set: rest, ...(Object.keys(gone).length > 0 && { $unset: gone }) };
    changed.push({ updateOne: { filter: { _id }, update: update } });
  }
  if (changed.length > 0) await ledger.bulkWrite(changed, { ordered: false });
}

/** Cleans the timelines of an order's payments and returns. `until`: the order passed to another customer then. */
export async function cleanTimelinesWithOrder(
  db: mongo.Db,
  order: number,
  user: number,
  until?: string,
): Promise<void> {
  for (const kind of ['payments', 'returns']) {
    const records = db
      .collection<Pick<Payment, '_id' | 'order_id'>>(kind)
      .find({ order_id: order }, { projection: { _id: 1 } });
    for await (const { _id } of records)
      await cleanTimeline(db, `${kind}/${_id}`, user, until === undefined ? {} : { until });
  }
}

export const cleanOwnTimelines: CleaningStep = async ({ db }, { erasures }) => {
  for (const { _id: user, addresses } of erasures) {
    await cleanTimeline(db, `users/${user}`, user);
    for (const address of addresses) await cleanTimeline(db, `addresses/${address}`, user);
  }
  return null;
};

/** Cleans the timelines of the people's deleted records, and of records that belong to another customer by now. */
export const cleanFormerTimelines: CleaningStep = async ({ db }, { users }, after) => {
  const theirs = { $in: [...users] };
  const matching = {
    $or: [{ 'last.user_id': theirs }, { changes: { $elemMatch: { field: 'user_id', from: theirs } } }],
  };
  const portion = await nextPortion(db.collection<LedgerDocument>('ledger'), matching, after);
  for (const row of portion?.found ?? []) {
    const { subject } = recordOfRow(row);
    const last = row.last as unknown as Order | undefined;
    const given = row.changes?.find(({ field }) => field === 'user_id');
    const former = given && 'from' in given ? (given.from as number) : null;
    if (last && users.includes(last.user_id)) {
      // The payments and returns of a deleted order were deleted with it.
      const others = (row.with ?? []).map((id) => recordOfRow({ _id: id }).subject);
      for (const each of [subject, ...others]) await cleanTimeline(db, each, last.user_id);
    } else if (former !== null) {
      await cleanTimeline(db, subject, former, { upTo: row._id });
      if (subject.startsWith('orders/')) await cleanTimelinesWithOrder(db, idOfRow(row), former, row.at);
      await cleanGivenOrder(db, idOfRow(row), { former, at: row.at });
    }
  }
  return portion?.last ?? null;
};

/**
 * The order belongs to another customer by now. Its history keeps the person's changes, with the user's id as their author. The
 * payments and returns of the person's time lose their texts.
 */
async function cleanGivenOrder(
  db: mongo.Db,
  order: number,
  { former, at }: { former: number; at: string },
): Promise<void> {
  const by = `client:${former}`;
  const theirs = { 'entry.by': { $regex: '^client:', $ne: by }, 'entry.at': { $lte: at } };
  await db
    .collection<Order>('orders')
    .updateOne(
      { _id: order, history: { $type: 'array' } },
      { $set: { 'history.$[entry].by': by, ...emptyLog } },
      { arrayFilters: [theirs] },
    );
  const own = { order_id: order, user_id: former };
  for await (const payment of db.collection<Payment>('payments').find(own)) {
    const { reference, note, refunds } = withoutTexts(payment);
    await db
      .collection<Payment>('payments')
      .updateOne({ _id: payment._id }, { $set: { reference, note, refunds } });
  }
  for await (const record of db.collection<OrderReturn>('returns').find(own)) {
    const { lines, history } = withoutReturnTexts(record, former);
    await db.collection<OrderReturn>('returns').updateOne({ _id: record._id }, { $set: { lines, history } });
  }
  await db.collection<Erasure>('erasures').updateOne({ _id: former }, { $addToSet: { given_orders: order } });
}
