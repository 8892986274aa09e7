import type { ClientSession, mongo } from 'mongoose';
import type { Tables } from '../decide/handler.ts';
import {
  ledgerRows,
  completedEvents,
  type Before,
  type RecordedStep,
  type Tracked,
} from '../decide/ledger.ts';
import type { LedgerRow } from '../decide/ledger-row.ts';
import type { Cause } from '../decide/bulk-operation.ts';
import { eventLogCollection, type LogEntry } from '../events/event-log.ts';
import { entryIdsIn } from '../events/entry-id.ts';
import { toEntries } from './log-entries.ts';

interface Recording<T extends Tables> {
  db: mongo.Db;
  session: ClientSession;
  tracked: Tracked<T>;
  /** The CloudEvents `source` of the service's events, such as `/orders`. */
  source: string;
}

/**
 * Writes the ledger rows and events of a change that no command makes, such as a repair. Call it in the transaction of the
 * change, after the transaction has read the record. The events then sort after the record's earlier events.
 */
export async function recordStep<T extends Tables>(
  { db, session, tracked, source }: Recording<T>,
  step: RecordedStep<T>,
  before: Before<T>,
  { cause, now }: { cause: Cause; now: string },
): Promise<void> {
  const rows = ledgerRows(step, before, cause, { tracked, now });
  if (rows.length > 0) await db.collection<LedgerRow>('ledger').insertMany(rows, { session });
  const drafts = completedEvents(step.events, rows, cause).map((draft) => ({ command: {}, draft }));
  const entries = toEntries(drafts, { source, now, nextId: entryIdsIn(session) });
  if (entries.length === 0) return;
  const log = db.collection<LogEntry>(eventLogCollection);
  await log.insertMany(entries, { session });
}
