import { scanCollection } from '#shared/engine/commands/migrations/scan-collection.ts';
import { floorRelease, type FloorWork } from '#shared/platform/mongo/service-data.ts';

const id = 'former-deletions';

/**
 * Release 0.6.0 searched for customers whom older releases had deleted without erasing their orders. A document of
 * `erasure_rounds` records how far this search has come.
 */
export const formerDeletionsWork: FloorWork = {
  collection: 'erasure_rounds',
  id,
  // A database that release 0.6.0 created has no such customers, and may lack the document.
  isLeft: (looked, isMigrated) => (looked ? looked['isDone'] !== true : isMigrated),
  reason: `has former deletions of customers, which only workers of release ${floorRelease} finish`,
};

/** Removes the progress document, because this release does not read it. */
export const removeFormerDeletions = scanCollection<{ _id: string }>({
  collection: 'erasure_rounds',
  matching: { _id: id },
  projection: { _id: 1 },
  change: async (_found, db) =>
    (await db.collection<{ _id: string }>('erasure_rounds').deleteOne({ _id: id })).deletedCount,
});
