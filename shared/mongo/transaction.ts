import type { ClientSession } from 'mongoose';
import { abandonedAfterMs, endAbandonedTransactions } from './abandoned-transactions.ts';
import type { Database } from './connect.ts';

/**
 * All of this work or nothing, on a snapshot, on the disks of a majority. `work` runs again when another writer was in
 * the way; what it throws itself ends the transaction, and is thrown.
 */
export async function inTransaction(
  database: Database,
  work: (session: ClientSession) => Promise<void>,
): Promise<void> {
  const session = await database.startSession();
  const startedAt = performance.now();
  try {
    await session.withTransaction(
      async () => {
        // Again and again in vain: somebody holds what is needed here, and may be gone.
        if (performance.now() - startedAt > abandonedAfterMs) await endAbandonedTransactions(database);
        await work(session);
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    );
  } finally {
    await session.endSession();
  }
}
