import { scanCollection } from '#shared/commands/migrations/scan-collection.ts';
import { floorRelease, type FloorWork } from '#shared/mongo/service-data.ts';

const id = 'former-deletions';

/** The progress of release 0.6.0's search for customers whom older releases deleted without erasing their orders. */
export const formerDeletionsWork: FloorWork = {
  collection: 'erasure_rounds',
  id,
  // Data that began with 0.6.0 has none to find, and may not have the document yet.
  isLeft: (looked, isMigrated) => (looked ? looked['isDone'] !== true : isMigrated),
  reason: `has former deletions of customers, which only workers of release ${floorRelease} finish`,
};

/** Removes that progress, which no worker of this release reads. */
export const removeFormerDeletions = scanCollection<{ _id: string }>({
  collection: 'erasure_rounds',
  matching: { _id: id },
  projection: { _id: 1 },
  change: async (_found, db) =>
    (await db.collection<{ _id: string }>('erasure_rounds').deleteOne({ _id: id })).deletedCount,
});
