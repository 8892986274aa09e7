import { isRight, leaves, writes, type Judge, type Repairs } from '#shared/engine/audit/repair-findings.ts';
import { endOfRecord } from '#shared/engine/commands/ledger/ledger-model.ts';
import { readKnownRecord } from '#shared/engine/commands/ledger/read-known-record.ts';
import { searchText } from '#shared/engine/lists/search-text.ts';
import { searchedOrderFields } from '#shared/contracts/endpoints/orders.ts';
import { contradicts } from '#shared/engine/decide/known-record.ts';
import { recordOfRow, rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { cartBeyond, judgeEmail, spentCarts } from '../people-findings.ts';
import { faults } from '../../records/damaged-records.ts';
import type { Cart, Erasure, Order, User } from '../../records/tables.ts';
import { emailKey } from '../../customers/user.ts';
import { orderCountId, type OrderCount } from '../../records/storage/order-counts.ts';
import type { Counted } from '../../records/counted-kind.ts';
import { noteBroughtBack } from '../../erasure/storage/brought-back.ts';
import { orderText } from '../../store/layout.ts';
import { storedStatusOf } from '../../payments/balance.ts';
import type { OrderText, StoredOrder } from '../../records/storage/orders-models.ts';
import { stateId, statesIn } from '../../statistics/storage/statistics-model.ts';
import { readKnownOrder, readOrder } from './change-by-audit.ts';
import { judgeItemRows, noTrace, orderLost } from './repair-lines.ts';
import { judgeHeldUnits, judgeLostStock } from './repair-stock.ts';

/**
 * An order's search text is stored in the order and in `order_texts`. The repair writes both texts again from the order's fields,
 * unless the fields are damaged. The fields count as damaged if neither text agrees with them, or if the ledger has other values.
 */
const judgeOrderText: Judge = async (data, id) => {
  const orderId = Number(id);
  const subject = `orders/${orderId}`;
  const order = await readOrder(data, orderId);
  if (!order) return judgeStrayText(data, orderId);
  const fault = faults.orders(order);
  if (fault !== null) return leaves(subject, `it is damaged: ${fault}`);
  const { search } = order as Order & { search?: string };
  const text = await data.db
    .collection<OrderText>('order_texts')
    .findOne({ _id: orderId }, { session: data.session });
  if (text && text.version > order.version) {
    const versions = `its text is of version ${text.version}, the order of version ${order.version}`;
    return leaves(subject, `${versions}, so an older form may have replaced the order`);
  }
  const wanted = orderText(order);
  const texts = [search, text?.text].filter((one) => one !== undefined);
  if (texts.length > 0 && !texts.includes(wanted))
    return leaves(subject, 'its texts have another value of a field of the order: correct the order');
  const known = await readKnownOrder(data, order);
  const wrong = searchedOrderFields.filter((name) => contradicts(known.field(name), order[name]));
  if (known.rows.length === 0) return leaves(subject, known.gap ?? 'its timeline is empty');
  if (wrong.length > 0)
    return leaves(subject, `commands set other values of ${wrong.join(', ')}: correct the order`);
  return writes(async ({ db, session }) => {
    const orders = db.collection<Order & { search: string }>('orders');
    await orders.updateOne({ _id: orderId }, { $set: { search: wanted } }, { session });
    const again = { $set: { version: order.version, text: wanted, fresh: true } };
    const texts = db.collection<OrderText>('order_texts');
    await texts.updateOne({ _id: orderId }, again, { session, upsert: true });
    return `${subject}: its text was written again`;
  });
};

/** Removes a search text whose order is missing, but only if a command deleted the order. */
const judgeStrayText: Judge = async (data, id) => {
  const orderId = Number(id);
  const subject = `orders/${orderId}`;
  const end = await endOfRecord(data, 'orders', orderId);
  if (end === 'lost') return leaves(subject, orderLost, { rule: 'order-lost', subject });
  if (end === 'unknown') return leaves(subject, noTrace);
  return writes(async ({ db, session }) => {
    await db.collection<OrderText>('order_texts').deleteOne({ _id: orderId }, { session });
    return `${subject} was deleted: its text is removed`;
  });
};

/**
 * Writes the payment status in the order's document again. This status serves only the filter of the list,
 * and follows from the order's other fields.
 */
const judgePaymentStatus: Judge = async (data, id) => {
  const orderId = Number(id);
  const subject = `orders/${orderId}`;
  const order = await readOrder(data, orderId);
  if (!order) return isRight(subject);
  const fault = faults.orders(order);
  if (fault !== null) return leaves(subject, `it is damaged: ${fault}`);
  const wanted = storedStatusOf(order);
  return writes(async ({ db, session }) => {
    const orders = db.collection<StoredOrder>('orders');
    const update =
      wanted === null ? { $unset: { payment_status: true as const } } : { $set: { payment_status: wanted } };
    await orders.updateOne({ _id: orderId }, update, { session });
    return `${subject}: its payment status was written again`;
  });
};

/** A concurrent change of a count writes the same documents, so one of the two transactions conflicts and runs again. */
const judgeOrderCounts: Judge = () =>
  Promise.resolve(
    writes(async ({ db, session }) => {
      const counts = db.collection<OrderCount>('counters');
      const kind = { status: '$status', payment_method: '$payment_method' };
      const found = await db
        .collection('orders')
        .aggregate<{ _id: Counted; count: number }>([{ $group: { _id: kind, count: { $sum: 1 } } }], {
          session,
        })
        .toArray();
      await counts.deleteMany({ count: { $exists: true } }, { session });
      const recounted = found.map(({ _id: kindOf, count }) => ({
        _id: orderCountId(kindOf, 0),
        ...kindOf,
        count,
      }));
      if (recounted.length > 0) await counts.insertMany(recounted, { session });
      return `${recounted.reduce((sum, { count }) => sum + count, 0)} orders counted again`;
    }),
  );

/** Statistics are computed from the orders, so the repair makes the counting worker start over. */
const judgeStatistics: Judge = () =>
  Promise.resolve(
    writes(async ({ db, session }) => {
      const recount = { $set: { recount: 'the audit found other figures' } };
      const { matchedCount } = await statesIn(db).updateOne({ _id: stateId }, recount, { session });
      return matchedCount === 0
        ? 'the statistics are not counted yet'
        : 'statistics: all orders are counted again';
    }),
  );

const judgeEmailKey: Judge = async (data, id) => {
  const userId = Number(id);
  const subject = `users/${userId}`;
  const users = data.db.collection<User & { email_key?: string; search?: unknown }>('users');
  const user = await users.findOne({ _id: userId }, { session: data.session });
  const key = user && emailKey(user.email);
  if (!user || key === null || user.email_key === key) return isRight(subject);
  const known = await readKnownRecord(data, subject, user.version);
  const { name, email, phone, created_at: at, search } = user;
  const isInText = search === searchText([name, email, phone, at]);
  const judged = judgeEmail(user, { known: known.field('email'), isInText });
  if (judged !== true) return leaves(subject, judged);
  const other = await users.findOne({ email_key: key, _id: { $ne: userId } }, { session: data.session });
  if (other) return leaves(subject, `users/${other._id} has that e-mail`);
  return writes(async ({ db, session }) => {
    await db.collection<User>('users').updateOne({ _id: userId }, { $set: { email_key: key } }, { session });
    return `${subject}: the key of the e-mail was written again`;
  });
};

/** Gives a cart a later version than the one that became an order. */
const judgeCart: Judge = async (data, id) => {
  const userId = Number(id);
  const subject = `carts/${userId}`;
  const checkouts = await data.db
    .collection<Order>('orders')
    .find({ user_id: userId }, { session: data.session })
    .project<Pick<Order, '_id' | 'user_id' | 'cart_version' | 'created_at'>>({
      user_id: 1,
      cart_version: 1,
      created_at: 1,
    })
    .toArray();
  const spent = spentCarts(checkouts).get(userId);
  const cart = await data.db.collection<Cart>('carts').findOne({ _id: userId }, { session: data.session });
  if (cart && faults.carts(cart) !== null) return leaves(subject, 'it is damaged');
  if (spent === undefined) return isRight(subject);
  const of = checkouts.find(({ cart_version: version }) => version === spent);
  const order = of ? await readOrder(data, of._id) : null;
  const ordered = order && faults.orders(order) === null ? order : null;
  const beyond = cartBeyond(cart, { userId, spent, ordered }, storeNow().toISOString());
  if (beyond === null) return isRight(subject);
  return writes(async ({ db, session }) => {
    await db.collection<Cart>('carts').replaceOne({ _id: userId }, beyond, { session, upsert: true });
    const kept = beyond.items.length === 0 ? 'emptied' : 'contents kept';
    return `${subject}: version raised to ${beyond.version}, ${kept}`;
  });
};

/**
 * Schedules a cleaning round, in which a worker removes the rest of the person's data. If a restore brought the person back, the
 * repair also lists the person for another erasure.
 */
const judgeErasure: Judge = async (data, id) => {
  const userId = Number(id);
  const subject = `users/${userId}`;
  const end = await endOfRecord(data, 'users', userId);
  const there = await data.db
    .collection('users')
    .findOne({ _id: userId } as object, { session: data.session });
  if (end === 'lost' || (there && end === 'unknown'))
    return leaves(subject, `no command erased this person: the timeline has no erasure`);
  return writes(async ({ db, session }) => {
    if (there) {
      // Raises the version to that of the newest ledger row. The erasure writes a ledger row for the version after it, and that
      // row must not exist yet.
      const last = await db
        .collection<LedgerRow>('ledger')
        .findOne({ _id: rowsOfRecord(subject) }, { projection: { _id: 1 }, sort: { _id: -1 }, session });
      const version = { $max: { version: last ? recordOfRow(last).version : 0 } };
      await db.collection<User>('users').updateOne({ _id: userId }, version, { session });
      await noteBroughtBack(db, [userId], { session });
    }
    const due_at = storeNow().toISOString();
    const { matchedCount } = await db
      .collection<Erasure>('erasures')
      .updateOne({ _id: userId }, { $set: { due_at } }, { session });
    return matchedCount > 0 ? `${subject} is erased again` : `${subject} was never erased`;
  });
};

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
