import { setTimeout as sleep } from 'node:timers/promises';
import type { Model } from 'mongoose';
import type { ProductCopy } from '#shared/contracts/endpoints/product-copy.ts';
import { driverCollection } from '#shared/mongo/driver-collection.ts';
import { isWriteConflict } from '#shared/mongo/faults.ts';
import { taskLease } from '#shared/mongo/leases.ts';
import type { Lease } from '#shared/mongo/leases.ts';
import { operator } from '#shared/mongo/operator.ts';
import type { Log } from '#shared/process/log.ts';
import { healedCopies } from '#shared/telemetry/metrics.ts';
import { compareVersions } from '../rules/compare-versions.ts';
import type { KnownCopy } from '../rules/compare-versions.ts';
import type { CatalogProducts } from './catalog-client.ts';
import type { OrdersModels } from './orders-models.ts';

type CopyModels = Pick<OrdersModels, 'products'>;

const versionsAtOnce = 1000;
const copiesAtOnce = 200;
const everyMs = 60_000;
const idleMs = 1000;
const leaseMs = 10_000;

export interface CopyComparison {
  /** Events may have been missed: all copies are compared, as soon as this process has the task. */
  compareAll: () => void;
  close: () => Promise<void>;
}

/**
 * Keeps the copies of products true whatever becomes of their events: a page of them is compared with the catalog by
 * version every minute, and all of them at the start and whenever events may have been missed. One process at a time.
 */
export function startCopyComparison(options: {
  models: CopyModels;
  leases: Model<Lease>;
  holder: string;
  catalog: CatalogProducts;
  log: Log;
}): CopyComparison {
  const { models, leases, holder, catalog, log } = options;
  const lease = taskLease(leases, 'product-copies', holder, leaseMs);
  const closing = new AbortController();
  let isAllDue = true;
  let isPageDueAt = 0;
  let after = 0;

  const compareNext = async (): Promise<void> => {
    const isWhole = isAllDue;
    if (isWhole) after = 0;
    isAllDue = false;
    try {
      do after = await comparePage(models, catalog, after, log);
      while (isWhole && after > 0 && !closing.signal.aborted && (await lease.hold()));
      if (isWhole && after > 0) isAllDue = true;
      isPageDueAt = performance.now() + everyMs;
    } catch (error) {
      isAllDue = true;
      log.warn({ err: error }, 'copies of products could not be compared with the catalog');
    }
  };

  const loop = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const isDue = isAllDue || performance.now() >= isPageDueAt;
      if (isDue && (await lease.hold().catch(() => false))) await compareNext();
      await sleep(idleMs, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  };
  const ended = loop();

  return {
    compareAll: () => {
      isAllDue = true;
    },
    close: async () => {
      closing.abort();
      await ended;
      await lease.release();
    },
  };
}

/** Compares the copies from this id on, and mends those that differ; gives where to go on, 0 at the end. */
export async function comparePage(
  models: CopyModels,
  catalog: CatalogProducts,
  after: number,
  log: Log,
  limit = versionsAtOnce,
): Promise<number> {
  const versions = await catalog.versions(after, limit);
  const last = versions.length < limit ? undefined : versions.at(-1)?._id;
  const range = { $gt: after, ...(last !== undefined && { $lte: last }) };
  // Read after the versions, and before the catalog is asked again: what it then has no more is deleted.
  const copies = await models.products
    .find(
      {
        _id: operator(range),
        $or: [{ is_deleted: false }, { _id: operator({ $in: versions.map(({ _id }) => _id) }) }],
      },
      { version: 1, is_deleted: 1 },
    )
    .lean<KnownCopy[]>();
  const { stale, unlisted } = compareVersions(versions, copies);
  const suspects = [...stale, ...unlisted.map(({ _id }) => _id)];
  for (let from = 0; from < suspects.length; from += copiesAtOnce) {
    const asked = suspects.slice(from, from + copiesAtOnce);
    const fetched = await catalog.copies(asked);
    const there = new Set(fetched.map(({ _id }) => _id));
    const gone = unlisted.filter(({ _id }) => asked.includes(_id) && !there.has(_id));
    const healed = await takeOver(models, fetched, gone);
    healedCopies.add(healed);
    if (healed > 0) log.warn({ products: healed }, 'copies of products were behind, and are mended');
  }
  return last ?? 0;
}

/** Only a newer version of a product is taken over, as from its events. Gives how many were. */
async function takeOver(
  { products }: CopyModels,
  fetched: readonly ProductCopy[],
  gone: readonly KnownCopy[],
): Promise<number> {
  const newer = fetched.map(({ _id, ...copy }) => ({
    updateOne: { filter: { _id, version: { $lt: copy.version } }, update: { $set: copy }, upsert: true },
  }));
  const deleted = gone.map(({ _id, version }) => ({
    updateOne: {
      filter: { _id, version, is_deleted: false },
      update: { $set: { is_deleted: true, version: version + 1 } },
    },
  }));
  const operations = [...newer, ...deleted];
  if (operations.length === 0) return 0;
  try {
    const done = await driverCollection<ProductCopy>(products).bulkWrite(operations, { ordered: false });
    return done.modifiedCount + done.upsertedCount;
  } catch (error) {
    // An event was faster: the upsert met a copy that is newer by now. The others are written.
    if (isWriteConflict(error)) return 0;
    throw error;
  }
}
