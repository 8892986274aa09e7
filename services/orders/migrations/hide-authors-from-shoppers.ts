import { scanCollection } from '#shared/commands/migrations/scan-collection.ts';
import type { Migration } from '#shared/mongo/service-data.ts';

/** Releases before 0.3.0 kept 412 outcomes, which answer a shopper's retries, with the member of staff who changed the order. */
export function hideAuthorsFromShoppers(version: number): Migration {
  return {
    version,
    summary: 'kept refusals (412) no longer show shoppers which member of staff changed a record',
    runsBeside: true,
    ...scanCollection<{ _id: string }>({
      collection: 'inbox',
      matching: {
        owner: { $gte: 'client:', $lt: 'client;' },
        'outcome.problem.extra.changes.by': { $exists: true },
      },
      change: async (refusals, db) => {
        const kept = { _id: { $in: refusals.map(({ _id }) => _id as never) } };
        const hidden = {
          $unset: { 'outcome.problem.extra.changes.$[].by': 1 },
          $pull: { 'outcome.problem.extra.changes.$[].fields': 'manufacturing_price' as never },
        } as const;
        const { modifiedCount } = await db.collection('inbox').updateMany(kept, hidden);
        return modifiedCount;
      },
    }),
  };
}
