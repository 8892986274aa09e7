import { knownRecord, type CreatedWith, type KnownRecord } from '../../decide/known-record.ts';
import { recordOfRow, type LedgerRow } from '../../decide/ledger-row.ts';
import { firstIdAt } from '../../events/entry-id.ts';
import { eventLogCollection, type LogEntry } from '../../events/event-log.ts';
import type { Snapshot } from '../../../platform/mongo/snapshot.ts';
import { newestVersions } from './ledger-model.ts';

/** Reads a record's fields from an event. Null if the event does not have all of them. */
type ReadEvent = (data: Readonly<Record<string, unknown>>) => CreatedWith | null;

/** If a record has more ledger rows than this, only the newest are read. */
const mostRows = 10_000;

/**
 * Reads the values that a record had at this version from the ledger and from the creation event, if the event log still has it.
 * `subject`: such as `orders/12`.
 */
export async function readKnownRecord(
  data: Snapshot,
  subject: string,
  version: number,
  readEvent: ReadEvent | null = null,
): Promise<KnownRecord> {
  const rows = await newestVersions(data.db, subject, mostRows, { session: data.session });
  const created = rows.findLast(({ kind }) => kind === 'created');
  const event = created && readEvent && (await eventOf(data, created, subject));
  return knownRecord(version, rows, event ? readEvent(event) : null);
}

/**
 * The usual and the greatest difference in ms between the worker's clock (time of the ledger row) and the database's clock (id
 * of the log entry). Log entries are looked up by time, because the log has no index by record.
 */
const clocksDifferMs = [1000, 15_000];

/** The data of the event that was written with this ledger row. Null if the event log no longer contains the event. */
async function eventOf(
  data: Snapshot,
  row: LedgerRow,
  subject: string,
): Promise<Record<string, unknown> | null> {
  const at = Date.parse(row.at);
  if (Number.isNaN(at)) return null;
  const { version } = recordOfRow(row);
  for (const apart of clocksDifferMs) {
    const events = await eventsAbout(data, subject, { from: at - apart, to: at + apart + 1000 });
    const event = events.find((one) => one['version'] === version);
    if (event) return event;
  }
  return null;
}

async function eventsAbout(
  { db, session }: Snapshot,
  subject: string,
  { from, to }: { from: number; to: number },
): Promise<Record<string, unknown>[]> {
  const [first, last] = [from, to].map((moment) => firstIdAt(new Date(moment)));
  const entries = await db
    .collection<LogEntry>(eventLogCollection)
    .find({ _id: { $gte: first, $lt: last }, 'events.subject': subject } as object, { session })
    .toArray();
  return entries
    .flatMap(({ events }) => events)
    .filter((event) => event.subject === subject)
    .map(({ json }) => (JSON.parse(json) as { data: Record<string, unknown> }).data);
}
