import type { ClientSession } from 'mongoose';
import { abandonedAfterMs, endAbandonedTransactions } from './abandoned-transactions.ts';
import type { Database } from './connect.ts';

/**
 * Runs `work` in one transaction on a snapshot, committed to the disks of a majority. `work` runs again, on a
 * new snapshot, if another writer changed what it writes; its own errors end the transaction and are thrown.
 */
export async function inTransaction<R>(
  database: Database,
  work: (session: ClientSession) => Promise<R>,
): Promise<R> {
  const session = await database.startSession();
  const startedAt = performance.now();
  try {
    return await session.withTransaction(
      async () => {
        // After repeated conflicts, the process that holds the needed locks may be dead.
        if (performance.now() - startedAt > abandonedAfterMs) await endAbandonedTransactions(database);
        return work(session);
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    );
  } finally {
    await session.endSession();
  }
}
