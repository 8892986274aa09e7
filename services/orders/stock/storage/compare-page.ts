import { isSound, type ProductCopy, type ProductVersion } from '#shared/contracts/endpoints/product-copy.ts';
import { driverCollection } from '#shared/platform/mongo/driver-collection.ts';
import { isWriteConflict } from '#shared/platform/mongo/faults.ts';
import { operator } from '#shared/platform/mongo/operator.ts';
import type { Log } from '#shared/platform/process/log.ts';
import { healedCopies, refusedDeletions } from '#shared/platform/telemetry/metrics.ts';
import {
  compareVersions,
  isAhead,
  isCatalogCredible,
  type CopyDifferences,
  type KnownCopy,
} from '../compare-versions.ts';
import type { OrdersModels } from '../../records/storage/orders-models.ts';
import type { CatalogProducts } from './catalog-client.ts';

type CopyModels = Pick<OrdersModels, 'products'>;

interface Stores {
  models: CopyModels;
  catalog: CatalogProducts;
  log: Log;
}

const versionsAtOnce = 1000;
const copiesAtOnce = 200;

/** Compares and repairs the copies with ids above `after`. Returns the id from which to continue, or 0 at the end of the list. */
export function createPageComparison(stores: Stores) {
  const { models, catalog, log } = stores;
  const seenAgain = createSeenAgain();
  return async (after: number, limit = versionsAtOnce): Promise<number> => {
    const versions = await catalog.versions(after, limit);
    const last = versions.length < limit ? undefined : versions.at(-1)?._id;
    // The copies are read before `repair` fetches the products. A copy proves that its product existed. So if the later request
    // does not find the product, the product was deleted.
    const copies = await copiesWithin({ after, last }, versions, models);
    const { stale, ahead, unlisted } = compareVersions(versions, copies);
    const counts = {
      inCatalog: after === 0 && last === undefined ? versions.length : null,
      onSale: copies.filter((copy) => !copy.is_deleted).length,
      unlisted: unlisted.length,
    };
    const isCredible = isCatalogCredible(counts);
    if (!isCredible) refuseDeletions(counts, log);
    await repair(stores, {
      stale,
      ahead: seenAgain({ after, last }, ahead),
      unlisted: isCredible ? unlisted : [],
    });
    return last ?? 0;
  };
}

interface Range {
  after: number;
  /** Inclusive. Undefined: the range has no end. */
  last: number | undefined;
}

function copiesWithin(
  { after, last }: Range,
  versions: readonly ProductVersion[],
  { products }: CopyModels,
): Promise<KnownCopy[]> {
  const range = { $gt: after, ...(last !== undefined && { $lte: last }) };
  return products
    .find(
      {
        _id: operator(range),
        $or: [{ is_deleted: false }, { _id: operator({ $in: versions.map(({ _id }) => _id) }) }],
      },
      { version: 1, is_deleted: 1 },
    )
    .lean<KnownCopy[]>();
}

/**
 * Selects the copies in `ahead` that were already newer than the catalog's list in the previous comparison of this range. A copy
 * that is newer for the first time may come from an event after the list was read, so it is not repaired yet.
 */
function createSeenAgain() {
  const seen = new Map<number, KnownCopy>();
  return ({ after, last = Infinity }: Range, ahead: readonly KnownCopy[]): KnownCopy[] => {
    const again = ahead.filter(({ _id, version, is_deleted }) => {
      const before = seen.get(_id);
      return before?.version === version && before.is_deleted === is_deleted;
    });
    for (const id of seen.keys()) if (id > after && id <= last) seen.delete(id);
    for (const copy of ahead) seen.set(copy._id, copy);
    return again;
  };
}

function refuseDeletions(counts: { onSale: number; unlisted: number }, log: Log): void {
  refusedDeletions.add(counts.unlisted);
  log.error(
    counts,
    'the catalog lacks most products that are sold here: no copy is marked as deleted. ' +
      'Was the catalog restored, or does CATALOG_URL name another catalog?',
  );
}

async function repair({ models, catalog, log }: Stores, differences: CopyDifferences): Promise<void> {
  const { stale, ahead, unlisted } = differences;
  if (ahead.length > 0) await logReplaced(models, ahead, log);
  const suspects = [...new Set([...stale, ...[...ahead, ...unlisted].map(({ _id }) => _id)])];
  for (let from = 0; from < suspects.length; from += copiesAtOnce) {
    const asked = new Set(suspects.slice(from, from + copiesAtOnce));
    const fetched = await catalog.copies([...asked]);
    const there = new Set(fetched.map(({ _id }) => _id));
    const gone = unlisted.filter(({ _id }) => asked.has(_id) && !there.has(_id));
    const healed = await takeOver(models, { fetched: fetched.filter(isSound), ahead, gone });
    healedCopies.add(healed);
    if (healed > 0)
      log.warn({ products: healed }, 'copies of products differed from the catalog, and were repaired');
  }
}

/** Logs newer copies before they are replaced. The catalog's data takes precedence, even if only the catalog was restored. */
async function logReplaced({ products }: CopyModels, ahead: readonly KnownCopy[], log: Log): Promise<void> {
  const copies = await products.find({ _id: operator({ $in: ahead.map(({ _id }) => _id) }) }).lean();
  for (const copy of copies)
    log.warn({ copy }, 'the copy of a product is newer than the product in the catalog, and is replaced');
}

/**
 * Replaces product copies with the catalog's products (`fetched`), and marks copies of missing products (`gone`) as deleted. A
 * copy in `gone`, or one that is newer than its product, is written only if it has not changed since it was read.
 */
async function takeOver(
  { products }: CopyModels,
  found: { fetched: readonly ProductCopy[]; ahead: readonly KnownCopy[]; gone: readonly KnownCopy[] },
): Promise<number> {
  const aheadById = new Map(found.ahead.map((copy) => [copy._id, copy]));
  const renewed = found.fetched.map(({ _id, ...copy }) => {
    const known = aheadById.get(_id);
    return known && isAhead(known, copy)
      ? { updateOne: { filter: { ...known }, update: { $set: copy } } }
      : {
          updateOne: {
            filter: { _id, version: { $lt: copy.version } },
            update: { $set: copy },
            upsert: true,
          },
        };
  });
  const deleted = found.gone.map(({ _id, version }) => ({
    updateOne: {
      filter: { _id, version, is_deleted: false },
      update: { $set: { is_deleted: true, version: version + 1 } },
    },
  }));
  const operations = [...renewed, ...deleted];
  if (operations.length === 0) return 0;
  try {
    const done = await driverCollection<ProductCopy>(products).bulkWrite(operations, { ordered: false });
    return done.modifiedCount + done.upsertedCount;
  } catch (error) {
    // An event was applied in between, so one upsert found a newer copy. The other operations were written.
    if (isWriteConflict(error)) return 0;
    throw error;
  }
}
