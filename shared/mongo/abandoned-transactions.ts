import type { Database } from './connect.ts';

/** The idle time after which a transaction counts as abandoned: its owner is dead, frozen, or will run it again. */
export const abandonedAfterMs = 1500;

interface IdleTransaction {
  lsid?: { id: unknown };
}

/**
 * Ends idle transactions of this database's other processes. MongoDB itself keeps those of a killed process
 * for a minute or more, with the locks that block all other writers. An owner that is still alive gets a
 * transient error and runs its transaction again.
 */
export async function endAbandonedTransactions(database: Database): Promise<void> {
  const admin = database.getClient().db('admin');
  const abandoned = {
    type: 'idleSession',
    appName: database.name,
    'transaction.timeInactiveMicros': { $gt: abandonedAfterMs * 1000 },
  };
  try {
    // List only this user's sessions, which requires no privilege.
    const found = await admin
      .aggregate<IdleTransaction>(
        [
          { $currentOp: { allUsers: false, idleSessions: true, idleConnections: false } },
          { $match: abandoned },
        ],
        // The only read concern that this stage allows.
        { readConcern: { level: 'local' } },
      )
      .toArray();
    const sessions = found.flatMap(({ lsid }) => (lsid ? [{ id: lsid.id }] : []));
    if (sessions.length > 0) await admin.command({ killSessions: sessions });
  } catch {
    // If this fails, the server ends the transactions after its own timeout.
  }
}
