import { unfinishedStatuses } from '../../decide/bulk-operation.ts';
import type { Migration } from '../../mongo/service-data.ts';
import { scanCollection } from './scan-collection.ts';

/**
 * Releases before 0.3.0 set the expiry of bulk work when it was accepted. Workers remove it too, a thousand
 * every few seconds. It is done here first, because after days of downtime work may expire within the minute.
 */
export function keepUnfinishedWork(version: number): Migration {
  return {
    version,
    summary: 'bulk work that is not finished no longer expires',
    runsBeside: true,
    ...scanCollection<{ _id: string }>({
      collection: 'bulk_operations',
      matching: { status: { $in: [...unfinishedStatuses] }, expires_at: { $type: 'date' } },
      change: async (operations, db) => {
        const stays = { $unset: { expires_at: 1 } } as const;
        const ids = operations.map(({ _id }) => _id);
        const chunks = ids.map((id) => ({
          updateMany: { filter: { _id: { $gt: `${id}:`, $lt: `${id};` } as never }, update: stays },
        }));
        await db.collection('bulk_chunks').bulkWrite(chunks, { ordered: false });
        // Changes the operations last: if interrupted, the next run finds them again.
        for (const name of ['inbox', 'bulk_operations'])
          await db.collection(name).updateMany({ _id: { $in: ids as never[] } }, stays);
        return operations.length;
      },
    }),
  };
}
