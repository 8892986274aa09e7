import type { InboxRecord } from '#shared/decide/decide-batch.ts';
import { countedKind } from '#services/orders/storage/counts.ts';
import type { OrderCount } from '#services/orders/storage/counts.ts';
import { readAll } from './audit-client.ts';
import type { Snapshot } from './audit-client.ts';
import { orderOfLocation } from './inbox-rules.ts';
import type { MadeOrder } from './inbox-rules.ts';
import type { AuditedOrder, AuditedRow, AuditedText } from './order-rules.ts';

const ordersAtOnce = 1000;

export interface OrdersPart {
  orders: AuditedOrder[];
  rows: AuditedRow[];
  texts: AuditedText[];
}

/** Orders by rising id, with the rows that the list of items and the texts that `search` has of them. */
export async function* readOrders(snapshot: Snapshot): AsyncGenerator<OrdersPart> {
  const projection = { log: 0, history: 0, user: 0, address: 0 };
  const { orders: database, session } = snapshot;
  const cursor = database
    .collection<AuditedOrder>('orders')
    .find({}, { projection, session, batchSize: ordersAtOnce })
    .sort({ _id: 1 });
  let some: AuditedOrder[] = [];
  for await (const order of cursor) {
    some.push(order);
    if (some.length < ordersAtOnce) continue;
    yield await withRows(snapshot, some);
    some = [];
  }
  if (some.length > 0) yield await withRows(snapshot, some);
}

async function withRows(snapshot: Snapshot, orders: AuditedOrder[]): Promise<OrdersPart> {
  const ofThem = { $in: orders.map((order) => order._id) };
  const rows = await readAll<AuditedRow>(snapshot, 'orders', 'order_items', {
    ...{ projection: { search: 0 }, filter: { order_id: ofThem } },
  });
  const texts = await readAll<AuditedText>(snapshot, 'orders', 'order_texts', {
    ...{ projection: { text: 1 }, filter: { _id: ofThem } },
  });
  return { orders, rows, texts };
}

/** Rows whose order is no more. */
export async function readStrayRows(snapshot: Snapshot): Promise<Pick<AuditedRow, '_id' | 'order_id'>[]> {
  const found = await readStrays<{ _id: number; item: number }>(snapshot, 'order_items', [
    { $group: { _id: '$order_id', item: { $first: '$_id' } } },
  ]);
  return found.map(({ _id, item }) => ({ _id: item, order_id: _id }));
}

/** Texts whose order is no more. */
export function readStrayTexts(snapshot: Snapshot): Promise<Pick<AuditedText, '_id'>[]> {
  const byOrder = [{ $match: { text: { $ne: '' } } }, { $project: { _id: 1 } }];
  return readStrays(snapshot, 'order_texts', byOrder);
}

/** Of documents that `byOrder` gives by the id of their order, those whose order is no more. */
function readStrays<Document extends object>(
  { orders, session }: Snapshot,
  collection: string,
  byOrder: object[],
): Promise<Document[]> {
  const order = {
    ...{ from: 'orders', localField: '_id', foreignField: '_id', as: 'order' },
    pipeline: [{ $project: { _id: 1 } }],
  };
  const pipeline = [...byOrder, { $lookup: order }, { $match: { order: { $size: 0 } } }, { $unset: 'order' }];
  return orders
    .collection(collection)
    .aggregate<Document>(pipeline, { session, allowDiskUse: true })
    .toArray();
}

/** Orders as they are counted for the totals of lists, by state and payment method: `pending:1`. */
export async function readOrderCounts(snapshot: Snapshot): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  // Sequences and the counts of orders stand side by side.
  const filter = { count: { $exists: true } };
  for (const counted of await readAll<OrderCount>(snapshot, 'orders', 'counters', { filter })) {
    const kind = countedKind(counted);
    counts.set(kind, (counts.get(kind) ?? 0) + counted.count);
  }
  return counts;
}

/** Which command made which order. */
export async function readMadeOrders(snapshot: Snapshot): Promise<MadeOrder[]> {
  const records = await readAll<{ _id: string; outcome: { location: string | null } }>(
    snapshot,
    'orders',
    'inbox',
    {
      filter: { type: { $in: ['orders.checkout', 'orders.create'] }, 'outcome.status': 201 },
      projection: { 'outcome.location': 1 },
    },
  );
  return records.flatMap(({ _id: commandId, outcome }) => {
    const orderId = orderOfLocation(outcome.location);
    return orderId === null ? [] : [{ commandId, orderId }];
  });
}

/** How many orders were deleted one by one; null when some were in bulk, which leaves no count. */
export async function countDeletions(snapshot: Snapshot): Promise<number | null> {
  const records = await readAll<Pick<InboxRecord, 'type' | 'outcome'>>(snapshot, 'orders', 'inbox', {
    filter: { type: { $in: ['orders.delete', 'orders.bulk-delete'] } },
    projection: { type: 1, 'outcome.status': 1 },
  });
  if (records.some((record) => record.type === 'orders.bulk-delete')) return null;
  return records.filter(({ outcome }) => 'status' in outcome && outcome.status === 204).length;
}
