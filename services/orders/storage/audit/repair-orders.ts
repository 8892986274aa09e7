import type { RepairIn, Repairs } from '#shared/audit/repair-findings.ts';
import { counterRepairs } from '#shared/audit/repair-counter.ts';
import { mendRows } from '#shared/commands/ledger/mend-rows.ts';
import { tellChange } from '#shared/commands/tell-change.ts';
import { stockHoldingStates } from '#shared/contracts/endpoints/order-states.ts';
import { currencyDecimals } from '#shared/contracts/schema-kit/money.ts';
import type { VersionedRecord } from '#shared/decide/handler.ts';
import type { ToldStep } from '#shared/decide/ledger.ts';
import { author } from '#shared/decide/versioned-record.ts';
import { mendedHistory } from '../../rules/audit/order-findings.ts';
import { cartBeyond, spentCarts } from '../../rules/audit/people-findings.ts';
import { addOrder, newTotals } from '../../rules/audit/order-totals.ts';
import { orderFault } from '../../rules/damaged-records.ts';
import { inventoryEvent } from '../../rules/inventory-resource.ts';
import { orderEvent } from '../../rules/order-events.ts';
import type { Cart, Erasure, Inventory, Order, OrdersTables, User } from '../../rules/tables.ts';
import { trackedByOrders } from '../../rules/tracked.ts';
import { emailKey } from '../../rules/user.ts';
import { orderCountId } from '../counts.ts';
import type { OrderCount } from '../counts.ts';
import type { Counted } from '../../rules/counted-kind.ts';
import { itemRow, orderText } from '../layout.ts';
import type { OrderText } from '../orders-models.ts';
import { stateId, statesIn } from '../statistics/statistics-model.ts';

/** What repairs say who made them. */
const caller = { area: 'admin', subject: 'audit', userId: null } as const;

/** What of the orders service can be mended without a decision. */
export const ordersRepairs: Repairs = {
  ...counterRepairs,
  held: (data, id) => recountHeld(data, Number(id)),
  'item-rows': (data, id) => rewriteRows(data, Number(id)),
  'order-text': (data, id) => renewText(data, Number(id)),
  'order-counts': (data) => recountOrders(data),
  'order-statistics': (data) => recountStatistics(data),
  history: (data, id) => mendHistory(data, Number(id)),
  'email-key': (data, id) => renewEmailKey(data, Number(id)),
  cart: (data, id) => moveCartOn(data, Number(id)),
  erasure: (data, id) => eraseAgain(data, Number(id)),
  ledger: (data, id) => mendRows<OrdersTables>(trackedByOrders)(data, String(id)),
};

/** The keeper of erasures goes through everything again, as soon as a worker runs. */
async function eraseAgain({ db, session }: RepairIn, userId: number): Promise<string> {
  const due_at = new Date().toISOString();
  const { matchedCount } = await db
    .collection<Erasure>('erasures')
    .updateOne({ _id: userId }, { $set: { due_at } }, { session });
  return matchedCount > 0 ? `users/${userId} is erased again` : `users/${userId} was never erased`;
}

/** A transaction that takes or gives back stock meanwhile writes the same record: one of the two begins again. */
async function recountHeld(data: RepairIn, productId: number): Promise<string> {
  const { db, session } = data;
  const inventory = db.collection<Inventory>('inventory');
  const record = await inventory.findOne({ _id: productId }, { session });
  if (!record) return `inventory/${productId} is gone`;
  const totals = newTotals();
  const holding = db
    .collection<Order>('orders')
    .find({ status: { $in: stockHoldingStates }, 'items.product_id': productId } as object, { session })
    .project<Order>({ status: 1, payment_method: 1, items: 1 });
  for await (const order of holding) addOrder(totals, order);
  if (totals.damaged > 0) return `inventory/${productId} is left: an order that holds it is damaged`;
  const counted = totals.lines.get(productId)?.held ?? 0;
  if (counted === record.held) return `inventory/${productId} is right by now`;
  const now = new Date().toISOString();
  const change = { held: counted, version: record.version + 1, updated_at: now };
  await inventory.updateOne({ _id: productId }, { $set: change }, { session });
  const recounted = { ...record, ...change };
  const changes = [{ table: 'inventory' as const, put: recounted }];
  await tell(data, { changes, events: [inventoryEvent('set', recounted)] }, record, now);
  return `inventory/${productId}: held ${record.held} → ${counted}`;
}

/** As of a command: a row in the ledger and an event, by the audit. */
function tell(
  { db, session, run }: RepairIn,
  step: ToldStep<OrdersTables>,
  before: VersionedRecord,
  now: string,
): Promise<void> {
  const cause = {
    id: run,
    type: 'audit.repair',
    body: null,
    caller,
    requestId: run,
    isOperation: false,
  } as const;
  const within = { db, session, tracked: trackedByOrders, source: '/orders' };
  return tellChange<OrdersTables>(within, step, () => before, { cause, now });
}

/** Of the currency that this data is in; null: no process has written it down. */
async function decimalsIn({ db, session }: RepairIn): Promise<number | null> {
  const meta = db.collection<{ _id: string; currency: string }>('meta');
  const identity = await meta.findOne({ _id: 'identity' }, { session });
  return identity && currencyDecimals(identity.currency);
}

async function rewriteRows(data: RepairIn, orderId: number): Promise<string> {
  const { db, session } = data;
  const rows = db.collection<ReturnType<typeof itemRow>>('order_items');
  const order = await readOrder(data, orderId);
  if (order && orderFault(order) !== null) return `orders/${orderId} is damaged: its rows are left`;
  const wanted = order ? order.items.map((item) => itemRow(item, order)) : [];
  const { deletedCount } = await rows.deleteMany(
    { order_id: orderId, _id: { $nin: wanted.map((row) => row._id) } },
    { session },
  );
  for (const row of wanted) {
    await rows.replaceOne({ _id: row._id }, row, { session, upsert: true });
  }
  return `orders/${orderId}: ${wanted.length} rows written, ${deletedCount} removed`;
}

async function renewText(data: RepairIn, orderId: number): Promise<string> {
  const order = await readOrder(data, orderId);
  if (!order) {
    const texts = data.db.collection<OrderText>('order_texts');
    await texts.deleteOne({ _id: orderId }, { session: data.session });
    return `orders/${orderId} is gone, and its text`;
  }
  const search = orderText(order);
  const orders = data.db.collection<Order & { search: string }>('orders');
  await orders.updateOne({ _id: orderId }, { $set: { search } }, { session: data.session });
  await writeText(data, order);
  return `orders/${orderId}: its text renewed`;
}

async function writeText({ db, session }: RepairIn, order: Order): Promise<void> {
  const text = { version: order.version, text: orderText(order), fresh: true };
  const texts = db.collection<OrderText>('order_texts');
  await texts.updateOne({ _id: order._id }, { $set: text }, { session, upsert: true });
}

function readOrder({ db, session }: RepairIn, orderId: number): Promise<Order | null> {
  return db.collection<Order>('orders').findOne({ _id: orderId }, { session });
}

/** A transaction that counts an order meanwhile writes the same records: one of the two begins again. */
async function recountOrders({ db, session }: RepairIn): Promise<string> {
  const counts = db.collection<OrderCount>('counters');
  const kind = { status: '$status', payment_method: '$payment_method' };
  const found = await db
    .collection('orders')
    .aggregate<{ _id: Counted; count: number }>([{ $group: { _id: kind, count: { $sum: 1 } } }], { session })
    .toArray();
  await counts.deleteMany({ count: { $exists: true } }, { session });
  const recounted = found.map(({ _id: kindOf, count }) => ({
    _id: orderCountId(kindOf, 0),
    ...kindOf,
    count,
  }));
  if (recounted.length > 0) await counts.insertMany(recounted, { session });
  return `${recounted.reduce((sum, { count }) => sum + count, 0)} orders counted again`;
}

/** The worker that counts them begins anew. */
async function recountStatistics({ db, session }: RepairIn): Promise<string> {
  const anew = { $set: { anew: 'the audit found other figures' } };
  const { matchedCount } = await statesIn(db).updateOne({ _id: stateId }, anew, { session });
  return matchedCount === 0 ? 'order_statistics are not counted yet' : 'order_statistics are counted anew';
}

/** The order moves a version on, as by any change: its history is shown. */
async function mendHistory(data: RepairIn, orderId: number): Promise<string> {
  const order = await readOrder(data, orderId);
  if (!order) return `orders/${orderId} is gone`;
  const at = new Date().toISOString();
  const by = author({ caller });
  const history = mendedHistory(order, by, at);
  if (history === null) return `orders/${orderId} is right by now`;
  const readable = { ...order, history };
  const fault = orderFault(readable);
  if (fault !== null) return `orders/${orderId} is left: ${fault}`;
  const decimals = await decimalsIn(data);
  if (decimals === null)
    return `orders/${orderId} is left: start the store once, so that its currency is known`;
  const version = order.version + 1;
  const log = [...order.log, { version, by, at, fields: ['history'] }].slice(-20);
  const mended: Order = { ...readable, version, log, updated_at: at };
  const change = { history, version, log, updated_at: at, search: orderText(mended) };
  await data.db
    .collection<Order>('orders')
    .updateOne({ _id: orderId }, { $set: change }, { session: data.session });
  await writeText(data, mended);
  const changes = [{ table: 'orders' as const, put: mended }];
  await tell(data, { changes, events: [orderEvent('updated', mended, decimals)] }, order, at);
  return `orders/${orderId}: history goes to ${order.status}`;
}

async function renewEmailKey({ db, session }: RepairIn, userId: number): Promise<string> {
  const users = db.collection<User & { email_key: string }>('users');
  const user = await users.findOne({ _id: userId }, { session });
  if (!user) return `users/${userId} is gone`;
  const key = emailKey(user.email);
  const other = await users.findOne({ email_key: key, _id: { $ne: userId } }, { session });
  if (other) return `users/${userId} is left: users/${other._id} has that e-mail`;
  await users.updateOne({ _id: userId }, { $set: { email_key: key } }, { session });
  return `users/${userId}: the key of the e-mail written anew`;
}

async function moveCartOn({ db, session }: RepairIn, userId: number): Promise<string> {
  const ordered = await db
    .collection<Order>('orders')
    .find({ user_id: userId }, { session })
    .project<Pick<Order, 'user_id' | 'cart_version'>>({ user_id: 1, cart_version: 1 })
    .toArray();
  const spent = spentCarts(ordered).get(userId);
  const carts = db.collection<Cart>('carts');
  const cart = await carts.findOne({ _id: userId }, { session });
  const beyond = spent === undefined ? null : cartBeyond(cart, userId, spent, new Date().toISOString());
  if (beyond === null) return `carts/${userId} is right by now`;
  await carts.replaceOne({ _id: userId }, beyond, { session, upsert: true });
  const kept = beyond.items.length === 0 ? 'empty' : 'with what is in it';
  return `carts/${userId}: moved on to version ${beyond.version}, ${kept}`;
}
