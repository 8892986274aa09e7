import type { Database } from './connect.ts';

/** A transaction whose owner has sent nothing for so long: the owner is dead, frozen, or will run it again. */
export const abandonedAfterMs = 1500;

interface IdleTransaction {
  lsid?: { id: unknown };
}

/**
 * Ends open transactions of this database's other processes that have stood still. MongoDB itself keeps those of a
 * killed process for a minute or more, and with them the locks that every other writer waits for. An owner that lives
 * after all gets a transient error and runs its transaction again.
 */
export async function endAbandonedTransactions(database: Database): Promise<void> {
  const admin = database.getClient().db('admin');
  const abandoned = {
    type: 'idleSession',
    appName: database.name,
    'transaction.timeInactiveMicros': { $gt: abandonedAfterMs * 1000 },
  };
  try {
    // Of this user only: that needs no privilege.
    const found = await admin
      .aggregate<IdleTransaction>(
        [
          { $currentOp: { allUsers: false, idleSessions: true, idleConnections: false } },
          { $match: abandoned },
        ],
        // The only one that this stage can be read with.
        { readConcern: { level: 'local' } },
      )
      .toArray();
    const sessions = found.flatMap(({ lsid }) => (lsid ? [{ id: lsid.id }] : []));
    if (sessions.length > 0) await admin.command({ killSessions: sessions });
  } catch {
    // The server ends them in its own time.
  }
}
