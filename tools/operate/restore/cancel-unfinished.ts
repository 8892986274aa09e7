import { unfinishedStatuses, type BulkOperation } from '#shared/decide/bulk-operation.ts';
import type { Manifest } from '../backup/manifest.ts';
import type { Client } from '../backup/moment.ts';

/** Cancels unfinished bulk work as its owner's DELETE would: finished records stay changed. Returns the counts by service. */
export async function cancelUnfinished(
  client: Client,
  namespace: string,
  { databases }: Manifest,
  now: Date,
): Promise<Record<string, number>> {
  const cancelled: Record<string, number> = {};
  const at = now.toISOString();
  for (const service of Object.keys(databases)) {
    const bulk = client.db(`${namespace}_${service}`).collection<BulkOperation>('bulk_operations');
    const { modifiedCount } = await bulk.updateMany(
      { status: { $in: [...unfinishedStatuses] } },
      { $set: { status: 'cancelled', finished_at: at, updated_at: at }, $inc: { version: 1 } },
    );
    if (modifiedCount > 0) cancelled[service] = modifiedCount;
  }
  return cancelled;
}
