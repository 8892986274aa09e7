import type { RepairIn } from '#shared/engine/audit/repair-findings.ts';
import { readKnownRecord } from '#shared/engine/commands/ledger/read-known-record.ts';
import { recordStep } from '#shared/engine/commands/record-step.ts';
import { currencyDecimals } from '#shared/contracts/kit/money.ts';
import type { Change, EventDraft, VersionedRecord } from '#shared/engine/decide/handler.ts';
import { auditRepair, type KnownRecord } from '#shared/engine/decide/known-record.ts';
import { author, emptyLog } from '#shared/engine/decide/versioned-record.ts';
import type { Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { storeNow } from '#shared/platform/mongo/store-clock.ts';
import { createdWith } from '../created-with.ts';
import { storedStatusOf } from '../../payments/balance.ts';
import { orderEvent } from '../../orders/order-resource.ts';
import type { Order, OrderItem, OrdersTables } from '../../records/tables.ts';
import { trackedByOrders } from '../../store/resources.ts';
import { itemRow, orderText } from '../../store/layout.ts';
import type { OrderText } from '../../records/storage/orders-models.ts';

const caller = { area: 'admin', subject: 'audit', userId: null } as const;
export const auditAuthor = author({ caller });

export function readOrder({ db, session }: Snapshot, orderId: number): Promise<Order | null> {
  return db.collection<Order>('orders').findOne({ _id: orderId }, { session });
}

export function readText({ db, session }: Snapshot, orderId: number): Promise<OrderText | null> {
  return db.collection<OrderText>('order_texts').findOne({ _id: orderId }, { session });
}

/**
 * The reason why an order must not be written: its search text has a later version, so the order may have lost a change.
 * Null: the order may be written.
 */
export function whyOlderThanText({ version }: Order, text: OrderText | null): string | null {
  if (!text || text.version <= version) return null;
  return `its text is of version ${text.version}, the order at ${version}: it may have lost a change`;
}

export async function readKnownOrder(data: Snapshot, { _id, version }: Order): Promise<KnownRecord> {
  const decimals = await decimalsIn(data);
  const readEvent = decimals === null ? null : (event: object) => createdWith({ ...event }, decimals);
  return readKnownRecord(data, `orders/${_id}`, version, readEvent);
}

/** Decimals of the currency of this database. Null: no process has recorded the currency. */
export async function decimalsIn({ db, session }: Snapshot): Promise<number | null> {
  const meta = db.collection<{ _id: string; currency: string }>('meta');
  const identity = await meta.findOne({ _id: 'identity' }, { session });
  return identity && currencyDecimals(identity.currency);
}

/** The reason for not repairing an order. Events have amounts in major units, which cannot be converted without the currency. */
export const withoutCurrency = 'start the store once, so that its currency is known';

type Written = Pick<Order, 'status' | 'history' | 'items'>;

/**
 * Writes a repaired order at its next version, with its ledger row, event, search text, and the `order_items` rows of changed
 * lines. `more`: the stock changes that belong to the repair.
 */
export async function writeOrder(
  data: RepairIn,
  before: Order,
  values: Partial<Written>,
  more: {
    changes: Change<OrdersTables>[];
    events: EventDraft[];
    before: ReadonlyMap<number, VersionedRecord>;
  },
  decimals: number,
): Promise<void> {
  const at = storeNow().toISOString();
  const version = before.version + 1;
  const moved = { ...values, ...emptyLog, version, updated_at: at };
  const order: Order = { ...before, ...moved };
  const status = storedStatusOf(order);
  const change = { ...moved, search: orderText(order), ...(status !== null && { payment_status: status }) };
  await data.db
    .collection<Order>('orders')
    .updateOne({ _id: order._id }, { $set: change }, { session: data.session });
  await writeText(data, order);
  const known = new Map(before.items.map((line) => [line.id, line]));
  await writeRows(
    data,
    order,
    order.items.filter((line) => known.get(line.id) !== line),
  );
  // Without this event, consumers would not receive the repaired order.
  const events = [orderEvent('updated', order, decimals), ...more.events];
  const changes: Change<OrdersTables>[] = [{ table: 'orders', put: order }, ...more.changes];
  await recordChange(data, { changes, events }, at, (table, id) =>
    table === 'orders' ? before : (more.before.get(Number(id)) ?? null),
  );
}

/** Writes ledger rows and events as a command does. The author of the rows and events is the audit. */
export function recordChange(
  { db, session, run }: RepairIn,
  step: { changes: Change<OrdersTables>[]; events: EventDraft[] },
  now: string,
  before: (table: keyof OrdersTables, id: number | string) => VersionedRecord | null,
): Promise<void> {
  const cause = { id: run, type: auditRepair, body: null, caller, requestId: run, isOperation: false };
  const within = { db, session, tracked: trackedByOrders, source: '/orders' };
  return recordStep<OrdersTables>(within, step, before, { cause, now });
}

export async function writeText({ db, session }: RepairIn, order: Order): Promise<void> {
  const text = { version: order.version, text: orderText(order), fresh: true };
  await db
    .collection<OrderText>('order_texts')
    .updateOne({ _id: order._id }, { $set: text }, { session, upsert: true });
}

export async function writeRows(
  { db, session }: RepairIn,
  order: Order,
  lines: readonly OrderItem[],
): Promise<void> {
  const rows = db.collection<ReturnType<typeof itemRow>>('order_items');
  for (const line of lines) {
    const row = itemRow(line, order);
    await rows.replaceOne({ _id: row._id }, row, { session, upsert: true });
  }
}
