import { chunkId } from '#shared/decide/bulk-operation.ts';
import type { BulkChunk } from '#shared/decide/bulk-operation.ts';
import type { InboxRecord } from '#shared/decide/decide-batch.ts';
import type { Deletion } from '#shared/decide/deletion.ts';
import { countedKind } from '#services/orders/storage/counts.ts';
import type { OrderCount } from '#services/orders/storage/counts.ts';
import { readAll } from './audit-client.ts';
import type { Snapshot } from './audit-client.ts';
import { orderOfLocation } from './inbox-rules.ts';
import type { MadeOrder, OrderDeletions } from './inbox-rules.ts';
import type { AuditedOrder, AuditedRow, AuditedText } from './order-rules.ts';

const ordersAtOnce = 1000;

export interface OrdersPart {
  orders: AuditedOrder[];
  rows: AuditedRow[];
  texts: AuditedText[];
}

/** Orders by rising id, with the rows that the list of items and the texts that `search` has of them. */
export async function* readOrders(snapshot: Snapshot): AsyncGenerator<OrdersPart> {
  const { orders: database, session } = snapshot;
  const cursor = database
    .collection<AuditedOrder>('orders')
    .find({}, { session, batchSize: ordersAtOnce })
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
  const records = await readAll<{ _id: string; decided_at: string; outcome: { location: string | null } }>(
    snapshot,
    'orders',
    'inbox',
    {
      filter: { type: { $in: ['orders.checkout', 'orders.create'] }, 'outcome.status': 201 },
      projection: { 'outcome.location': 1, decided_at: 1 },
    },
  );
  return records.flatMap(({ _id: commandId, decided_at: at, outcome }) => {
    const orderId = orderOfLocation(outcome.location);
    return orderId === null ? [] : [{ commandId, orderId, at }];
  });
}

/**
 * Which orders were deleted: each deletion is remembered by name. Those of releases before 0.3.0 are not: bulk work of
 * theirs named its orders in its chunks, and a deletion of one left no more than its command in the inbox.
 */
export async function readDeletions(snapshot: Snapshot): Promise<OrderDeletions> {
  const remembered = await readAll<Pick<Deletion, 'id' | 'command'>>(snapshot, 'orders', 'deletions', {
    ...{ filter: { kind: 'orders' }, projection: { id: 1, command: 1 } },
  });
  const deletes = await readAll<Pick<InboxRecord, '_id' | 'decided_at'>>(snapshot, 'orders', 'inbox', {
    ...{ filter: { type: 'orders.delete', 'outcome.status': 204 }, projection: { decided_at: 1 } },
  });
  const named = new Set(remembered.map(({ command }) => command));
  return {
    deleted: new Set([...remembered.map(({ id }) => id), ...(await readDeletedInBulk(snapshot))]),
    unnamed: deletes.filter(({ _id }) => !named.has(_id)).map(({ decided_at: at }) => at),
  };
}

async function readDeletedInBulk(snapshot: Snapshot): Promise<number[]> {
  const operations = await readAll<{ _id: string; chunks: number }>(snapshot, 'orders', 'bulk_operations', {
    ...{ filter: { type: 'orders.bulk-delete', dry_run: false }, projection: { chunks: 1 } },
  });
  const deleted: number[] = [];
  for (const { _id: operation, chunks } of operations) {
    const ids = Array.from({ length: chunks }, (_, index) => chunkId(operation, index));
    const done = await readAll<Pick<BulkChunk, 'ids' | 'fates'>>(snapshot, 'orders', 'bulk_chunks', {
      ...{ filter: { _id: { $in: ids } }, projection: { ids: 1, fates: 1 } },
    });
    for (const chunk of done)
      deleted.push(...chunk.ids.filter((_, index) => chunk.fates?.[index] === 'changed'));
  }
  return deleted;
}
