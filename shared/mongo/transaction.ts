import type { ClientSession } from 'mongoose';
import { abandonedAfterMs, endAbandonedTransactions } from './abandoned-transactions.ts';
import type { Database } from './connect.ts';

/**
 * All of this work or nothing, on a snapshot, on the disks of a majority. `work` runs again, on a new snapshot, when
 * another writer changed what it writes since it began; what it throws itself ends the transaction, and is thrown.
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
        // Again and again in vain: somebody holds what is needed here, and may be gone.
        if (performance.now() - startedAt > abandonedAfterMs) await endAbandonedTransactions(database);
        return work(session);
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    );
  } finally {
    await session.endSession();
  }
}
