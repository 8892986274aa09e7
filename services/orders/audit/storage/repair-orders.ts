import {
  isRight,
  leaves,
  writes,
  type Judge,
  type Judgement,
  type Repairs,
} from '#shared/engine/audit/repair-findings.ts';
import { endOfRecord } from '#shared/engine/commands/ledger/ledger-model.ts';
import { readKnownRecord } from '#shared/engine/commands/ledger/read-known-record.ts';
import { searchedOrderFields } from '#shared/contracts/endpoints/orders.ts';
import { contradicts } from '#shared/engine/decide/known-record.ts';
import { recordOfRow, rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { readSome } from '#shared/platform/mongo/snapshot.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { judgeLines, type AuditedRow } from '../line-findings.ts';
import { cartBeyond, judgeEmail, spentCarts } from '../people-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import type { Cart, Erasure, Order, User } from '../../records/tables.ts';
import { emailKey } from '../../customers/user.ts';
import { orderCountId, type OrderCount } from '../../records/storage/order-counts.ts';
import type { Counted } from '../../records/counted-kind.ts';
import { noteBroughtBack } from '../../erasure/storage/brought-back.ts';
import { itemRow, orderText, userText } from '../../store/layout.ts';
import { storedStatusOf } from '../../payments/balance.ts';
import type { OrderText, StoredOrder } from '../../records/storage/orders-models.ts';
import { stateId, statesIn } from '../../statistics/storage/statistics-model.ts';
import { contradictingCheckouts } from './checkouts.ts';
import { judgeOrder, judgeRecord, readKnownOrder, type Judged } from './repair-record.ts';
import { judgeHeldUnits, judgeLostStock } from './repair-stock.ts';

/**
 * The item rows or the search text of a missing order may be the last copy of its data. So `deleted`, which removes them, runs
 * only if a command deleted the order.
 */
async function judgeStray(
  data: Judged,
  deleted: (data: Judged) => Judgement | Promise<Judgement>,
): Promise<Judgement> {
  const { subject } = data;
  const end = await endOfRecord(data, 'orders', data._id);
  if (end === 'deleted') return deleted(data);
  if (end === 'lost') {
    const why = 'its timeline does not end with a deletion, so no command deleted it';
    return leaves(subject, why, { rule: 'order-lost', subject });
  }
  const why = 'its order has neither a timeline nor a recorded deletion';
  return leaves(subject, `${why}, so nothing proves that it may be removed`);
}

const judgeItemRows = judgeOrder(async (order, data) => {
  if (!order) return judgeStray(data, judgeDeletedLines);
  const { subject } = data;
  const known = await readKnownOrder(data, order);
  const ofLines = { $or: [{ order_id: order._id }, { _id: { $in: order.items.map(({ id }) => id) } }] };
  const rows = await readSome<AuditedRow>(data, 'order_items', ofLines, { search: 0 });
  const removals = { kind: 'order_items', id: { $in: rows.map(({ _id }) => _id) } };
  const deletions = await readSome<{ id: number }>(data, 'deletions', removals, { id: 1 });
  const judged = judgeLines({ order, rows, known, deleted: new Set(deletions.map(({ id }) => id)) });
  if (judged.size === 0) return isRight(`the list of the items of ${subject}`);
  const repaired = [...judged].filter(([, { isRepaired }]) => isRepaired).map(([line]) => line);
  const left = [...judged].filter(([, { isRepaired }]) => !isRepaired);
  const reasons = left.map(([line, { detail }]) => `order_items/${line}: ${detail}`).join('; ');
  return {
    found: (one) => {
      const line = judged.get(Number(one.subject.slice('order_items/'.length)));
      if (!line) return one;
      return { ...one, rule: line.rule, detail: line.detail, repair: line.isRepaired ? one.repair : null };
    },
    write: async () => {
      if (repaired.length === 0) return `${subject} is left: ${reasons}`;
      const done = await writeLines(data, order, repaired);
      return left.length === 0 ? done : `${done}; left: ${reasons}`;
    },
  };
});

async function writeLines(
  { db, session }: Judged,
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

async function judgeDeletedLines({ db, session, _id: orderId, subject }: Judged): Promise<Judgement> {
  const deletion = await db
    .collection<LedgerRow>('ledger')
    .findOne(
      { _id: rowsOfRecord(subject), last: { $exists: true } },
      { projection: { 'last.items.id': 1 }, sort: { _id: -1 }, session },
    );
  const { items = [] } = (deletion?.last ?? {}) as Partial<Order>;
  const ids = items.map(({ id }) => id);
  const why = `the deleted ${subject} did not have this line`;
  return {
    found: (one) =>
      ids.some((id) => one.subject === `order_items/${id}`)
        ? one
        : { ...one, detail: `${one.detail}; ${why}`, repair: null },
    write: async () => {
      const rows = db.collection<AuditedRow>('order_items');
      const { deletedCount } = await rows.deleteMany({ order_id: orderId, _id: { $in: ids } }, { session });
      return `${subject} was deleted: ${deletedCount} rows removed`;
    },
  };
}

/**
 * An order's search text is stored in the order and in `order_texts`. The repair writes both texts again from the order's fields,
 * unless the fields are damaged. The fields count as damaged if neither text agrees with them, or if the ledger has other values.
 * The text of a deleted order is removed.
 */
const judgeOrderText = judgeOrder(async (order, data) => {
  const { db, session, _id, subject } = data;
  if (!order) return judgeStray(data, removesText);
  const stored = db.collection<OrderText>('order_texts');
  const text = await stored.findOne({ _id }, { session });
  if (text && text.version > order.version) {
    const versions = `its text is of version ${text.version}, the order of version ${order.version}`;
    return leaves(subject, `${versions}, so an older form may have replaced the order`);
  }
  const wanted = orderText(order);
  const { search }: { search?: string } = order;
  const texts = [search, text?.text].filter((one) => one !== undefined);
  if (texts.length > 0 && !texts.includes(wanted))
    return leaves(subject, 'its texts have another value of a field of the order: correct the order');
  const known = await readKnownOrder(data, order);
  if (known.rows.length === 0) return leaves(subject, known.gap ?? 'its timeline is empty');
  const wrong = searchedOrderFields.filter((name) => contradicts(known.field(name), order[name]));
  if (wrong.length > 0)
    return leaves(subject, `commands set other values of ${wrong.join(', ')}: correct the order`);
  return writes(async () => {
    const orders = db.collection<StoredOrder>('orders');
    await orders.updateOne({ _id }, { $set: { search: wanted } }, { session });
    const again = { $set: { version: order.version, text: wanted, fresh: true } };
    await stored.updateOne({ _id }, again, { session, upsert: true });
    return `${subject}: its text was written again`;
  });
});

function removesText({ db, session, _id, subject }: Judged): Judgement {
  return writes(async () => {
    await db.collection<OrderText>('order_texts').deleteOne({ _id }, { session });
    return `${subject} was deleted: its text is removed`;
  });
}

/**
 * Writes the stored payment status of an order again. The status serves only the list's filter, and follows from other fields.
 */
const judgePaymentStatus = judgeOrder(async (order, { db, session, _id, subject }) => {
  if (!order) return isRight(subject);
  const wanted = storedStatusOf(order);
  return writes(async () => {
    const update =
      wanted === null ? { $unset: { payment_status: true as const } } : { $set: { payment_status: wanted } };
    await db.collection<StoredOrder>('orders').updateOne({ _id }, update, { session });
    return `${subject}: its payment status was written again`;
  });
});

/**
 * Counts all orders again. A concurrent command writes the same documents, so one of the two transactions conflicts and is
 * retried.
 */
const judgeOrderCounts: Judge = async ({ db, session }) =>
  writes(async () => {
    const counts = db.collection<OrderCount>('counters');
    const kind = { status: '$status', payment_method: '$payment_method' };
    const groups = [{ $group: { _id: kind, count: { $sum: 1 } } }];
    const found = await db
      .collection('orders')
      .aggregate<{ _id: Counted; count: number }>(groups, { session })
      .toArray();
    await counts.deleteMany({ count: { $exists: true } }, { session });
    const recounted = found.map(({ _id, count }) => ({ _id: orderCountId(_id, 0), ..._id, count }));
    if (recounted.length > 0) await counts.insertMany(recounted, { session });
    return `${recounted.reduce((sum, { count }) => sum + count, 0)} orders counted again`;
  });

/** Statistics are computed from the orders, so the repair makes the counting worker start over. */
const judgeStatistics: Judge = async ({ db, session }) =>
  writes(async () => {
    const recount = { $set: { recount: 'the audit found other figures' } };
    const { matchedCount } = await statesIn(db).updateOne({ _id: stateId }, recount, { session });
    return matchedCount === 0
      ? 'the statistics are not counted yet'
      : 'statistics: all orders are counted again';
  });

type StoredUser = User & { email_key?: string; search?: unknown };

const judgeEmailKey = judgeRecord<StoredUser>('users', faults.users, async (user, data) => {
  const { db, session, _id, subject } = data;
  const key = user && emailKey(user.email);
  if (!user || key === null || user.email_key === key) return isRight(subject);
  const known = await readKnownRecord(data, subject, user.version);
  const isInText = user.search === userText(user);
  const judged = judgeEmail(user, { known: known.field('email'), isInText });
  if (judged !== true) return leaves(subject, judged);
  const users = db.collection<StoredUser>('users');
  const other = await users.findOne({ email_key: key, _id: { $ne: _id } }, { session });
  if (other) return leaves(subject, `users/${other._id} has that e-mail`);
  return writes(async () => {
    await users.updateOne({ _id }, { $set: { email_key: key } }, { session });
    return `${subject}: the key of the e-mail was written again`;
  });
});

/** Raises a cart's version above the version that became an order. */
const judgeCart = judgeRecord<Cart>('carts', faults.carts, async (cart, data) => {
  const { db, session, _id: userId, subject } = data;
  const fields = { user_id: 1, cart_version: 1 };
  const orders = await readSome<Order>(data, 'orders', { user_id: userId }, fields);
  const versions = new Map(cart ? [[userId, cart.version]] : []);
  const checkouts = await contradictingCheckouts(orders, versions, data);
  const spent = spentCarts(checkouts).get(userId);
  if (spent === undefined) return isRight(subject);
  const of = checkouts.find(({ cart_version: version }) => version === spent);
  const order = of ? await db.collection<Order>('orders').findOne({ _id: of._id }, { session }) : null;
  const ordered = order && faults.orders(order) === null ? order : null;
  const beyond = cartBeyond(cart, { userId, spent, ordered }, storeNow().toISOString());
  if (beyond === null) return isRight(subject);
  return writes(async () => {
    await db.collection<Cart>('carts').replaceOne({ _id: userId }, beyond, { session, upsert: true });
    const kept = beyond.items.length === 0 ? 'emptied' : 'contents kept';
    return `${subject}: version raised to ${beyond.version}, ${kept}`;
  });
});

/**
 * Schedules a cleaning round, in which a worker removes the remaining data about an erased person. If a restore brought the
 * person back, the repair also lists the person for another erasure.
 */
const judgeErasure = judgeRecord<User>('users', null, async (user, data) => {
  const { db, session, _id, subject } = data;
  const end = await endOfRecord(data, 'users', _id);
  if (end === 'lost' || (user && end === 'unknown'))
    return leaves(subject, `no command erased this person: the timeline has no erasure`);
  return writes(async () => {
    if (user) {
      // Raises the user's version to that of the newest ledger row. The next erasure of the user writes the ledger row of the
      // following version, so that row must not exist yet.
      const last = await db
        .collection<LedgerRow>('ledger')
        .findOne({ _id: rowsOfRecord(subject) }, { projection: { _id: 1 }, sort: { _id: -1 }, session });
      const version = { $max: { version: last ? recordOfRow(last).version : 0 } };
      await db.collection<User>('users').updateOne({ _id }, version, { session });
      await noteBroughtBack(db, [_id], { session });
    }
    const due = { $set: { due_at: storeNow().toISOString() } };
    const { matchedCount } = await db.collection<Erasure>('erasures').updateOne({ _id }, due, { session });
    return matchedCount > 0 ? `${subject} is erased again` : `${subject} was never erased`;
  });
});

export const ordersRepairs: Repairs = {
  held: judgeHeldUnits,
  stock: judgeLostStock,
  'item-rows': judgeItemRows,
  'order-text': judgeOrderText,
  'order-counts': judgeOrderCounts,
  'payment-status': judgePaymentStatus,
  'order-statistics': judgeStatistics,
  'email-key': judgeEmailKey,
  cart: judgeCart,
  erasure: judgeErasure,
};
