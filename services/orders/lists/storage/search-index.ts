import { gramsOf } from '#shared/engine/lists/search-text.ts';
import type { Bells } from '#shared/platform/amqp/bells.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import type { TaskLease } from '#shared/platform/mongo/leases.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import type { ReadOptions } from '#shared/platform/mongo/snapshot.ts';
import { inTransaction } from '#shared/platform/mongo/transaction.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { pacedLoop } from '#shared/platform/process/paced-loop.ts';
import { countBlocks, recountBlocks } from '../../records/storage/order-counts.ts';
import type { OrdersModels, OrderText } from '../../records/storage/orders-models.ts';

const ordersAtOnce = 200;
/** How long new orders may wait, so that many are indexed together. Searches also read the orders that are not indexed yet. */
const gatherMs = 1000;
const idleMs = 10_000;
/** How long to wait while commands run, and after a fault. */
const pauseMs = 1000;
const blocksCheckedEveryMs = 60_000;

/** The `_id` of the document in `counters` that stores how far the index reaches: the highest id of an indexed order. */
export const indexedUpToId = 'order_texts';

type SearchModels = Pick<OrdersModels, 'orders' | 'orderTexts' | 'counters'>;
type IndexedModels = SearchModels & Pick<OrdersModels, 'blockCounts'>;

/**
 * Splits the texts of new and changed orders into n-grams. Commands that write orders do not wait for this work. Until an
 * order is indexed, `search` reads its text. The process may be killed at any point.
 */
export function startSearchIndex(options: {
  models: IndexedModels;
  /** Only the process that holds this lease indexes orders. */
  lease: TaskLease;
  bells: Pick<Bells, 'on'>;
  /** Whether this process has commands to handle. Commands take priority over indexing. */
  isBusy: () => boolean;
  /** From this number of waiting orders on, indexing continues even while commands wait: a search reads each unindexed order. */
  longBacklog?: number;
  log: Log;
}): { close: () => Promise<void> } {
  const { models, lease, bells, isBusy, longBacklog = 10_000, log } = options;
  let blocksCheckedAt = -Infinity;

  const goOn = async (signal: AbortSignal): Promise<number> => {
    const indexed = await indexOrders(models, signal);
    const blocks = await countBlocks(models, await indexedUpTo(models));
    const now = performance.now();
    if (blocks === 0 && now - blocksCheckedAt > blocksCheckedEveryMs) {
      blocksCheckedAt = now;
      if (await recountBlocks(models))
        log.warn('the numbers of orders per block of ids did not add up: all blocks are counted again');
    }
    return indexed + blocks;
  };

  let hasWaited = false;
  const { ring, close } = pacedLoop({
    round: async (signal) => {
      if (!(await lease.hold())) return false;
      hasWaited = isBusy() && !(await isFarBehind(models, longBacklog));
      return hasWaited || (await goOn(signal)) > 0;
    },
    rest: () => (hasWaited ? pauseMs : 0),
    idleMs,
    gatherMs,
    failed: (error) => {
      log.warn({ err: error }, 'new orders could not be added to the search index: the worker tries again');
      return pauseMs;
    },
    ended: lease.release,
  });
  bells.on('orders', 'placed', ring);
  return { close };
}

/** The highest id of the indexed orders. A search reads the texts of orders with higher ids. */
export async function indexedUpTo(
  { counters }: Pick<SearchModels, 'counters'>,
  options: Partial<ReturnType<ReadOptions>> = {},
): Promise<number> {
  return (await counters.findById(indexedUpToId, null, options).lean())?.version ?? 0;
}

async function isFarBehind(models: SearchModels, longBacklog: number): Promise<boolean> {
  const last = await models.counters.findById('orders').lean();
  const made = (last?.version ?? 0) - (await indexedUpTo(models));
  const changed = await models.orderTexts.countDocuments({ fresh: true }, { limit: longBacklog });
  return made + changed >= longBacklog;
}

/** Indexes changed orders first, then new orders, oldest first. Returns the number of indexed orders. */
export async function indexOrders(
  models: SearchModels,
  signal: AbortSignal | null = null,
  limit = ordersAtOnce,
): Promise<number> {
  const changed = await indexChanged(models, Math.ceil(limit / 2));
  return changed === limit ? changed : changed + (await indexNew(models, limit - changed, signal));
}

async function indexChanged({ orderTexts }: SearchModels, limit: number): Promise<number> {
  const fresh = await orderTexts.find({ fresh: true }).sort({ _id: 1 }).limit(limit).lean();
  if (fresh.length === 0) return 0;
  // The filter includes the version. So an order that has changed since keeps `fresh`, which marks outdated n-grams.
  const operations = fresh.map(({ _id, version, text }) =>
    text === ''
      ? { deleteOne: { filter: { _id, version } } }
      : {
          updateOne: {
            filter: { _id, version },
            update: { $set: { grams: gramsOf(text) }, $unset: { fresh: 1 as const } },
          },
        },
  );
  await driverCollection<OrderText>(orderTexts).bulkWrite(operations, { ordered: false });
  return fresh.length;
}

/**
 * Indexes new orders in one transaction. The transaction conflicts with a second process that believes it holds the lease, and
 * with a batch that changes one of these orders. One of the two transactions then runs again. No order can appear later with a
 * lower id, because transactions that create orders write the same counter, so they commit in the sequence of their ids.
 */
async function indexNew(models: SearchModels, limit: number, signal: AbortSignal | null): Promise<number> {
  let taken = 0;
  await inTransaction(models.orders.db, async (session) => {
    signal?.throwIfAborted();
    const from = await indexedUpTo(models, { session });
    const orders = await models.orders
      .find({ _id: operator({ $gt: from }) }, { version: 1, search: 1 }, { session })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
    taken = orders.length;
    const last = orders.at(-1);
    if (!last) return;
    // An order that changed before it was indexed already has a text here.
    const ids = orders.map(({ _id }) => _id);
    const left = await models.orderTexts
      .find({ _id: operator({ $in: ids }) }, { _id: 1 }, { session })
      .lean();
    const known = new Set(left.map(({ _id }) => _id));
    const texts = orders
      // An order without a text is damaged, and must not block the other orders.
      .filter(({ _id, search }) => !known.has(_id) && typeof (search as unknown) === 'string')
      .map(({ _id, version, search }) => ({ _id, version, text: search, grams: gramsOf(search) }));
    if (texts.length > 0) await driverCollection<OrderText>(models.orderTexts).insertMany(texts, { session });
    const upTo = { $set: { version: last._id } };
    await models.counters.updateOne({ _id: indexedUpToId }, upTo, { session, upsert: true });
  });
  return taken;
}
