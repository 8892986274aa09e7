import type { Model, PipelineStage } from 'mongoose';
import { maxTimeMs, type IdSlice, type Listed } from '#shared/engine/lists/source.ts';
import { driverDatabase, type Database } from '#shared/platform/mongo/connect.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import { withSnapshot, type Snapshot } from '#shared/platform/mongo/snapshot.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import { orderStates, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { beyondBlocks, pageStart, type BlockCounts } from '../page-in-blocks.ts';
import type { Order } from '../tables.ts';
import { countedKind, type Counted } from '../counted-kind.ts';

/**
 * A part of the number of orders with this status and payment method. Each process changes the part with its writer number. The
 * sum of the parts is the number of orders. Stored in the collection of the id sequences, so that one statement updates both.
 */
export interface OrderCount {
  /** Status, payment method and writer number: `pending:1:7`. */
  _id: string;
  status: OrderState;
  payment_method: number;
  count: number;
}

export function orderCountId(counted: Counted, writer: number): string {
  return `${countedKind(counted)}:${writer}`;
}

/** Each count is split into this number of documents, so that processes with different writer numbers do not conflict. */
export const countingWriters = 8;

/** These operations belong in the transaction that writes the orders. */
export function countOperations(
  writes: readonly { before: Counted | null; after: Counted | null }[],
  writer: number,
) {
  const changes = new Map<string, Counted & { by: number }>();
  const add = (order: Counted | null, by: number) => {
    if (!order) return;
    const { status, payment_method } = order;
    const key = orderCountId(order, writer);
    changes.set(key, { status, payment_method, by: (changes.get(key)?.by ?? 0) + by });
  };
  for (const { before, after } of writes) {
    add(before, -1);
    add(after, 1);
  }
  return [...changes]
    .filter(([, { by }]) => by !== 0)
    .map(([_id, { by, ...counted }]) => ({
      updateOne: { filter: { _id }, update: { $inc: { count: by }, $setOnInsert: counted }, upsert: true },
    }));
}

/** Null: any status, or any payment method. */
export interface AskedCounts {
  states: readonly OrderState[] | null;
  paymentMethods: readonly number[] | null;
}

export async function countOrders(counts: Model<OrderCount>, asked: AskedCounts): Promise<number> {
  const [sum] = await counts
    .aggregate<{ count: number }>(sumOfCounts(asked))
    // Reads all counts in one snapshot, so that an order whose status changes is in exactly one count.
    .read('primary')
    .readConcern('snapshot');
  return sum?.count ?? 0;
}

function sumOfCounts({ states, paymentMethods }: AskedCounts): PipelineStage[] {
  const asked = {
    status: { $in: states ?? orderStates },
    ...(paymentMethods && { payment_method: { $in: paymentMethods } }),
  };
  return [{ $match: asked }, { $group: { _id: null, count: { $sum: '$count' } } }];
}

/**
 * The number and the creation times of the orders in a block of consecutive ids. A block is counted once all its ids are
 * assigned. From then on, each deletion or restore of an order in the block updates the count in the same transaction.
 */
export interface OrderBlockCount {
  /** The number of the block: its ids start at `_id * countedIds`. */
  _id: number;
  count: number;
  /** Whether the block is counted. Until then, `count` contains only the changes by deletions and restores. */
  counted?: boolean;
  /** The earliest and the latest creation time. Absent: the block is not counted, or release 0.6.0 counted it. */
  from?: string;
  to?: string;
}

/** Counted blocks with creation times. They have the lowest ids, because blocks are counted in the sequence of their ids. */
export const wholeBlocks = { counted: true, to: operator({ $exists: true }) };

/** The number of ids in a block. With larger blocks, a page reads fewer counts and skips more orders. */
export const countedIds = 2048;
const blocksAtOnce = 16;
/** The maximum number of orders in uncounted blocks. Above it, a page is read by skipping all orders before the page. */
const mostBeyond = 16 * countedIds;

function blockOf(orderId: number): number {
  return Math.floor(orderId / countedIds);
}

interface CountModels {
  orders: Model<Listed<Order>>;
  blockCounts: Model<OrderBlockCount>;
}

/** `by` is -1 for a deleted order and 1 for a restored order. */
export interface BlockChange extends Pick<Order, '_id' | 'created_at'> {
  by: 1 | -1;
}

/**
 * Updates the counts of blocks, even of blocks that are not counted yet. The operations belong in the transaction that writes the
 * orders. If another transaction counts such a block, the two conflict, and one of them runs again.
 */
export function blockCountOperations(changes: readonly BlockChange[]) {
  const blocks = new Map<number, number>();
  for (const { _id, by } of changes) blocks.set(blockOf(_id), (blocks.get(blockOf(_id)) ?? 0) + by);
  const counts = [...blocks].map(([_id, count]) => ({
    updateOne: { filter: { _id }, update: { $inc: { count } }, upsert: true },
  }));
  const times = changes.flatMap(({ _id, created_at: at, by }) => {
    const filter = { _id: blockOf(_id), to: { $exists: true } };
    return by < 0 ? [] : [{ updateOne: { filter, update: { $min: { from: at }, $max: { to: at } } } }];
  });
  return [...counts, ...times];
}

/**
 * Counts the orders in blocks whose ids are all assigned. `given`: the highest assigned id. Returns the number of newly counted
 * blocks. Run it in only one process at a time.
 */
export async function countBlocks({ orders, blockCounts }: CountModels, given: number): Promise<number> {
  const last = await blockCounts.findOne(wholeBlocks, { _id: 1 }).sort({ _id: -1 }).lean();
  const first = last === null ? 0 : last._id + 1;
  const end = Math.min(Math.floor((given + 1) / countedIds), first + blocksAtOnce);
  if (end <= first) return 0;
  await inTransaction(orders.db, async (session) => {
    const found = await orders
      .aggregate<OrderBlockCount>([
        { $match: { _id: { $gte: first * countedIds, $lt: end * countedIds } } },
        {
          $group: {
            _id: { $floor: { $divide: ['$_id', countedIds] } },
            count: { $sum: 1 },
            from: { $min: '$created_at' },
            to: { $max: '$created_at' },
          },
        },
      ])
      .hint({ _id: 1 })
      .session(session);
    const known = new Map(found.map((block) => [block._id, block]));
    const operations = Array.from({ length: end - first }, (_, index) => {
      const _id = first + index;
      // If all orders of a block are deleted, the block gets times that match no range.
      const block = known.get(_id) ?? { _id, count: 0, from: '\uffff', to: '' };
      return { replaceOne: { filter: { _id }, replacement: { ...block, counted: true }, upsert: true } };
    });
    await driverCollection<OrderBlockCount>(blockCounts).bulkWrite(operations, { session });
  });
  return end - first;
}

/**
 * Marks all blocks for a new count if their counts do not add up to the number of orders. The counts do not add up after a
 * worker of an earlier release deleted an order without updating its block. Returns whether the blocks were marked.
 */
export async function recountBlocks({ orders, blockCounts }: CountModels): Promise<boolean> {
  const isWrong = await inSnapshot(orders.db, async (snapshot) => {
    const known = await readCounts(snapshot);
    return !(await isTrue(snapshot, known.counts.length, beyondBlocks(known)));
  });
  if (isWrong) await blockCounts.updateMany({ counted: true }, { $unset: { counted: 1 } });
  return isWrong;
}

/**
 * Returns the ids of a page of the list of all orders, fast even far down the list. The counts determine the block in which the
 * page begins, so MongoDB skips only orders of that block. Counts, total and ids are read in one snapshot, so concurrent writes
 * cannot distort the page. Null if the counts do not add up to the total, or if too many orders are outside counted blocks. The
 * caller then skips all orders before the page.
 */
export function idsByBlocks({ orders }: Pick<CountModels, 'orders'>) {
  return (slice: IdSlice): Promise<number[] | null> =>
    inSnapshot(orders.db, async (snapshot) => {
      const known = await readCounts(snapshot);
      const beyond = beyondBlocks(known);
      if (beyond === null || beyond > mostBeyond) return null;
      const [ids, areTrue] = await Promise.all([
        idsFrom(snapshot, [...known.counts, beyond], slice),
        isTrue(snapshot, known.counts.length, beyond),
      ]);
      return areTrue ? ids : null;
    });
}

/** All reads in `use` see the data of one moment. */
export function inSnapshot<T>(database: Database, use: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const of = { client: database.getClient(), name: driverDatabase(database).databaseName };
  return withSnapshot(of, { longestMs: 0 }, use);
}

/** Reads counts and total in one query, to save a round trip. */
async function readCounts({ db, session }: Snapshot): Promise<BlockCounts> {
  const inOrder = [{ $match: { counted: true } }, { $sort: { _id: 1 } }];
  const together = { $group: { _id: null, counts: { $push: '$count' }, last: { $max: '$_id' } } };
  const found = await db
    .collection('counters')
    .aggregate<{ count: number } | Pick<BlockCounts, 'counts' | 'last'>>(
      [
        ...sumOfCounts({ states: null, paymentMethods: null }),
        { $unionWith: { coll: 'order_block_counts', pipeline: [...inOrder, together] } },
      ],
      { session, maxTimeMS: maxTimeMs },
    )
    .toArray();
  const known: BlockCounts = { counts: [], last: -1, total: 0 };
  for (const one of found) {
    if ('count' in one) known.total = one.count;
    else Object.assign(known, one);
  }
  return known;
}

/** Whether the number of orders outside counted blocks is exactly `beyond`. */
async function isTrue(snapshot: Snapshot, blocks: number, beyond: number | null): Promise<boolean> {
  if (beyond === null) return false;
  const uncounted = { $gte: blocks * countedIds };
  // Skipping to the last expected order is faster than counting.
  const last = { descending: false, skip: Math.max(beyond - 1, 0), limit: 2 };
  return (await idsIn(snapshot, uncounted, last)).length === Math.min(beyond, 1);
}

async function idsFrom(snapshot: Snapshot, counts: readonly number[], slice: IdSlice): Promise<number[]> {
  const start = pageStart(counts, slice);
  if (!start) return [];
  const { block, skip } = start;
  const isNewest = block === counts.length - 1;
  const upTo = isNewest ? { $gte: 0 } : { $lt: (block + 1) * countedIds };
  return idsIn(snapshot, slice.descending ? upTo : { $gte: block * countedIds }, { ...slice, skip });
}

async function idsIn(
  { db, session }: Snapshot,
  range: { $gte?: number; $lt?: number },
  { descending, skip, limit }: IdSlice,
): Promise<number[]> {
  const page = await db
    .collection<{ _id: number }>('orders')
    .find({ _id: range }, { session })
    .project<{ _id: number }>({ _id: 1 })
    .sort({ _id: descending ? -1 : 1 })
    .skip(skip)
    .limit(limit)
    .hint({ _id: 1 })
    .maxTimeMS(maxTimeMs)
    .toArray();
  return page.map(({ _id }) => _id);
}
