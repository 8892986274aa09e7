import { isDeepStrictEqual } from 'node:util';
import type { mongo } from 'mongoose';
import type { LedgerDocument } from '#shared/engine/commands/ledger/ledger-model.ts';
import { recordOfRow, rowsOfRecord, idOfRow } from '#shared/engine/decide/ledger-row.ts';
import type { Deletion } from '#shared/engine/decide/deletion.ts';
import { emptyLog } from '#shared/engine/decide/versioned-record.ts';
import { searchText } from '#shared/engine/lists/search-text.ts';
import { passing } from '../../customers/rows-of-customer.ts';
import { erasedRow } from '../erased-row.ts';
import { searchedPaymentFields, withoutTexts } from '../../payments/payment.ts';
import { ownReasons } from '../../records/own-reasons.ts';
import type { Erasure, Order, OrderReturn, Payment } from '../../records/tables.ts';
import { withoutReturnTexts } from '../../returns/return.ts';
import { type CleaningStep, nextPortion } from './erased-people.ts';

/**
 * The last ledger row in which a record passed to another customer. With `before` (the id of a row), only earlier rows are
 * searched. Null: the record always belonged to the same customer.
 */
export function rowOfPassing(
  db: mongo.Db,
  subject: string,
  before?: string,
): Promise<Pick<LedgerDocument, '_id' | 'at'> | null> {
  const { $gt, $lt } = rowsOfRecord(subject);
  return db
    .collection<LedgerDocument>('ledger')
    .findOne({ _id: { $gt, $lt: before ?? $lt }, ...passing }, { sort: { _id: -1 }, projection: { at: 1 } });
}

/**
 * Cleans the ledger rows that were written while the record belonged to the user. `upTo`: the id of the last of these rows, in
 * which the record passed to another customer or was deleted. Undefined: the record still belongs to the user.
 */
export async function cleanTimeline(
  db: mongo.Db,
  subject: string,
  user: number,
  upTo?: string,
): Promise<void> {
  const { $gt, $lt } = rowsOfRecord(subject);
  const from = await rowOfPassing(db, subject, upTo);
  const _id = {
    ...(from ? { $gte: from._id } : { $gt }),
    ...(upTo === undefined ? { $lt } : { $lte: upTo }),
  };
  await cleanRows(db, { _id }, user, from?.at);
}

async function cleanRows(
  db: mongo.Db,
  filter: mongo.Filter<LedgerDocument>,
  user: number,
  since?: string,
): Promise<void> {
  const ledger = db.collection<LedgerDocument>('ledger');
  const changed: mongo.AnyBulkWriteOperation<LedgerDocument>[] = [];
  for await (const row of ledger.find(filter)) {
    const replacement = erasedRow(row, user, since);
    if (isDeepStrictEqual(replacement, row)) continue;
    changed.push({ replaceOne: { filter: { _id: row._id }, replacement } });
  }
  if (changed.length > 0) await ledger.bulkWrite(changed, { ordered: false });
}

/**
 * Cleans the timelines of the payments and returns that were made while the order belonged to the user. `since`: when the order
 * passed to the user, if it still belongs to the user. The rows since then in the timelines of its other payments and returns are
 * about the user too.
 */
export async function cleanTimelinesWithOrder(
  db: mongo.Db,
  order: number,
  user: number,
  since: string | null = null,
): Promise<void> {
  for (const kind of ['payments', 'returns']) {
    const records = db
      .collection<Pick<Payment, '_id' | 'order_id' | 'user_id'>>(kind)
      .find({ order_id: order }, { projection: { user_id: 1 } });
    for await (const { _id, user_id: owner } of records) {
      const subject = `${kind}/${_id}`;
      if (owner === user) await cleanTimeline(db, subject, user);
      else if (since !== null)
        await cleanRows(db, { _id: rowsOfRecord(subject), at: { $gte: since } }, user, since);
    }
  }
}

export const cleanOwnTimelines: CleaningStep = async ({ db }, { erasures }) => {
  for (const { _id: user, addresses } of erasures) {
    await cleanTimeline(db, `users/${user}`, user);
    for (const address of addresses) await cleanTimeline(db, `addresses/${address}`, user);
  }
  return null;
};

/** Matches ledger rows in which a record of one of these users was deleted or passed to another customer. */
export function recordsLost(users: readonly number[]) {
  const theirs = { $in: [...users] };
  return {
    $or: [{ 'last.user_id': theirs }, { changes: { $elemMatch: { field: 'user_id', from: theirs } } }],
  };
}

/** Cleans the timelines of erased people's deleted records, and of their former records that belong to other customers now. */
export const cleanFormerTimelines: CleaningStep = async ({ db }, { users }, after) => {
  const portion = await nextPortion(db.collection<LedgerDocument>('ledger'), recordsLost(users), after);
  for (const row of portion?.found ?? []) {
    const { subject } = recordOfRow(row);
    const last = row.last as unknown as Pick<Order, 'user_id'> | undefined;
    const given = row.changes?.find(({ field }) => field === 'user_id');
    const former = given && 'from' in given ? (given.from as number) : null;
    if (last && users.includes(last.user_id)) {
      await cleanTimeline(db, subject, last.user_id, row._id);
      if (subject.startsWith('orders/')) await noteGivenOrder(db, last.user_id, idOfRow(row));
      else await cleanDeletion(db, subject, last.user_id);
    } else if (former !== null) {
      await cleanTimeline(db, subject, former, row._id);
      if (!subject.startsWith('orders/')) continue;
      await cleanTimelinesWithOrder(db, idOfRow(row), former);
      await cleanGivenOrder(db, former, row);
      await noteGivenOrder(db, former, idOfRow(row));
    }
  }
  return portion?.last ?? null;
};

/** Adds the order to the erasure's `given_orders`, in which later steps find orders that no longer belong to the person. */
async function noteGivenOrder(db: mongo.Db, user: number, order: number): Promise<void> {
  await db.collection<Erasure>('erasures').updateOne({ _id: user }, { $addToSet: { given_orders: order } });
}

/** If the person deleted this record, the user's id replaces the subject of their token in the recorded deletion. */
async function cleanDeletion(db: mongo.Db, subject: string, user: number): Promise<void> {
  const [kind = '', id] = subject.split('/');
  const own = { kind, id: Number(id), by: { $regex: '^client:' } };
  await db.collection<Deletion>('deletions').updateMany(own, { $set: { by: `client:${user}` } });
}

/**
 * Cleans an order that passed from the person to another customer in the ledger row `row`. The order's history keeps its entries
 * from the person's time, but without reasons, and with the user's id as the author. If the order was deleted later, the same
 * applies to the history in the ledger row of the deletion. Also removes the texts of the payments and returns from the person's
 * time.
 */
async function cleanGivenOrder(
  db: mongo.Db,
  former: number,
  row: Pick<LedgerDocument, '_id' | 'at'>,
): Promise<void> {
  const order = idOfRow(row);
  const { subject } = recordOfRow(row);
  const from = await rowOfPassing(db, subject, row._id);
  const time = { $lte: row.at, ...(from && { $gte: from.at }) };
  const arrayFilters = [
    { 'step.at': time, 'step.reason': { $nin: ownReasons } },
    { 'own.at': time, 'own.by': { $regex: '^client:', $ne: `client:${former}` } },
  ];
  const cleaned = (history: string) => ({
    [`${history}.$[step].reason`]: null,
    [`${history}.$[own].by`]: `client:${former}`,
  });
  await db
    .collection<Order>('orders')
    .updateOne(
      { _id: order, history: { $type: 'array' } },
      { $set: { ...cleaned('history'), ...emptyLog } },
      { arrayFilters },
    );
  await db
    .collection<{ _id: string }>('ledger')
    .updateMany(
      { _id: { ...rowsOfRecord(subject), $gt: row._id }, 'last.history': { $type: 'array' } },
      { $set: cleaned('last.history') },
      { arrayFilters },
    );
  const own = { order_id: order, user_id: former };
  for await (const payment of db.collection<Payment>('payments').find(own)) {
    const cleaned = withoutTexts(payment);
    const { reference, note, refunds } = cleaned;
    const search = searchText(searchedPaymentFields.map((name) => cleaned[name]));
    await db
      .collection<Payment & { search: string }>('payments')
      .updateOne({ _id: payment._id }, { $set: { reference, note, refunds, search } });
  }
  for await (const record of db.collection<OrderReturn>('returns').find(own)) {
    const { lines, history } = withoutReturnTexts(record, former);
    await db.collection<OrderReturn>('returns').updateOne({ _id: record._id }, { $set: { lines, history } });
  }
}
