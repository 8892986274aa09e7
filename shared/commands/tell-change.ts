import type { ClientSession, mongo } from 'mongoose';
import type { EventDraft, Tables } from '../decide/handler.ts';
import { ledgerRows, toldEvents } from '../decide/ledger.ts';
import type { Before, ToldStep, Tracked } from '../decide/ledger.ts';
import type { LedgerRow } from '../decide/ledger-row.ts';
import type { Cause } from '../decide/origin.ts';
import { eventLogCollection } from '../events/event-log.ts';
import { entryIdsIn } from '../events/entry-id.ts';
import type { LogEntry } from '../events/event-log.ts';
import { toEntries } from './log-entries.ts';

/** Where a service's records are, and how their changes are told. */
interface ToldIn<T extends Tables> {
  db: mongo.Db;
  session: ClientSession;
  tracked: Tracked<T>;
  /** Where its events say that they come from: `/orders`. */
  source: string;
}

/**
 * A change of records that no command makes, such as a repair: writes its rows to the ledger and its events to the log, in the
 * transaction of the change, after the record was read in it.
 */
export async function tellChange<T extends Tables>(
  { db, session, tracked, source }: ToldIn<T>,
  step: ToldStep<T>,
  before: Before<T>,
  { cause, now }: { cause: Cause; now: string },
): Promise<void> {
  const rows = ledgerRows(step, before, cause, { tracked, now });
  if (rows.length > 0) await db.collection<LedgerRow>('ledger').insertMany(rows, { session });
  const drafts = toldEvents(step.events, rows, cause).map(asCommitted);
  const entries = toEntries(drafts, { source, now, nextId: entryIdsIn(session) });
  if (entries.length === 0) return;
  const log = db.collection<LogEntry>(eventLogCollection);
  await log.insertMany(
    entries.map(({ entry }) => entry),
    { session },
  );
}

const asCommitted = (draft: EventDraft) => ({ command: {}, draft });
