import type { ClientSession } from 'mongoose';
import type { Database } from './connect.ts';

/** A transaction that is idle for longer (in ms) counts as abandoned. If its process is still alive, the process runs it again. */
const abandonedAfterMs = 1500;

/** Runs `work` on a snapshot, and again after a write conflict. An error of `work` aborts the transaction and is thrown. */
export async function inTransaction<R>(
  database: Database,
  work: (session: ClientSession) => Promise<R>,
): Promise<R> {
  const session = await database.startSession();
  const startedAt = performance.now();
  try {
    return await session.withTransaction(
      async () => {
        // If conflicts continue for so long, a dead process may hold the needed locks.
        if (performance.now() - startedAt > abandonedAfterMs) await endAbandonedTransactions(database);
        return work(session);
      },
      { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority', journal: true } },
    );
  } finally {
    await session.endSession();
  }
}

/**
 * Ends transactions that seem abandoned, because MongoDB keeps the locks of a killed process for a minute. If the process is
 * alive, it gets an error and retries.
 */
async function endAbandonedTransactions(database: Database): Promise<void> {
  const admin = database.getClient().db('admin');
  const abandoned = {
    type: 'idleSession',
    appName: database.name,
    'transaction.timeInactiveMicros': { $gt: abandonedAfterMs * 1000 },
  };
  try {
    // Lists only this user's sessions, which requires no privilege.
    const found = await admin
      .aggregate<{ lsid?: { id: unknown } }>(
        [
          { $currentOp: { allUsers: false, idleSessions: true, idleConnections: false } },
          { $match: abandoned },
        ],
        // The stage `$currentOp` allows no other read concern.
        { readConcern: { level: 'local' } },
      )
      .toArray();
    const sessions = found.flatMap(({ lsid }) => (lsid ? [{ id: lsid.id }] : []));
    if (sessions.length > 0) await admin.command({ killSessions: sessions });
  } catch {
    // If this fails, the server ends the transactions after its own timeout.
  }
}
