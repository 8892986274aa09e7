import type { mongo } from 'mongoose';
import type { AddressedBy } from '../../decide/handler.ts';
import type { Deletion } from '../../decide/deletion.ts';
import { type LedgerRow, recordOfRow, topLevel } from '../../decide/ledger-row.ts';
import { type Detail, detail } from '../../../contracts/errors.ts';
import { readRestores } from '../../../platform/mongo/restores.ts';
import { askTime } from '../../../platform/mongo/store-clock.ts';
import { metHeader, metVersion, readAddressed, type AddressedRecord } from '../addressed-record.ts';
import { certainlyKnownDays, certainlyKnownMs } from '../../../contracts/retention.ts';
import { newestVersions } from '../ledger/ledger-model.ts';
import type { HeldMessage } from './parked-queue.ts';
import { parkedRecords } from './parked-records.ts';

/** An objection lists at most this many changes of the record. */
const mostRows = 20;

export type RedriveObjections = (held: HeldMessage) => Promise<Detail[]>;

/**
 * Finds objections to a redrive, with which an operator sends a parked command to its queue again. Compares the record's version
 * now with its version at the command's first failure. The current time is taken from the database.
 */
export function createRedriveCheck(database: mongo.Db, addressedBy: AddressedBy): RedriveObjections {
  const { ended } = parkedRecords(database);
  return async ({ raw, parked: { command, at } }) => {
    // A command with a final outcome does not run again. A redrive then only repeats the command's reply.
    if (!command || (await ended([command.id])).size > 0) return [];
    const addressed = addressedBy(command);
    const met = metVersion(raw.properties.headers?.[metHeader]);
    const since = await recordSince(database, addressed, { at, met });
    return redriveObjections({ at }, since, (await askTime(database)).toISOString());
  };
}

async function recordSince(
  database: mongo.Db,
  addressed: ReturnType<AddressedBy>,
  { at, met }: { at: string; met: number | null },
): Promise<RecordSince | null> {
  if (!addressed) return null;
  const { collection: kind, id, within } = addressed;
  const record = await readAddressed(database, addressed);
  // Only records with numeric ids have deletion records.
  const deletion =
    record || typeof id !== 'number'
      ? null
      : await database.collection<Deletion>('deletions').findOne({ kind, id }, { sort: { version: -1 } });
  const subject = `${within?.collection ?? kind}/${record?._id ?? id}`;
  const rows = record ? await newestVersions(database, subject, mostRows) : [];
  // A restore raises the versions of all records, so they cannot be compared with a version from before the restore.
  const isRestored = record !== null && ((await readRestores(database))?.list.at(-1)?.at ?? '') > at;
  const known = isRestored ? null : met;
  return { name: `${kind}/${id}`, met: known, record, rows: rows.reverse(), deletion };
}

export interface RecordSince {
  /** The addressed record, such as `orders/12`. */
  name: string;
  /**
   * The version that the command found at its first failure. Null if it was not recorded, or if a restore has raised the versions
   * since then; changes are then found by their times.
   */
  met: number | null;
  /** The record as it is now. Null if it does not exist. */
  record: AddressedRecord | null;
  /** The record's newest ledger rows, in ascending order of version. */
  rows: readonly LedgerRow[];
  deletion: { by: string; at: string } | null;
}

export function redriveObjections({ at }: { at: string }, since: RecordSince | null, now: string): Detail[] {
  const age = Date.parse(now) - Date.parse(at);
  const isForgotten = age > certainlyKnownMs;
  return [
    ...(isForgotten ? [detail('accepted_long_ago', { at, days: certainlyKnownDays })] : []),
    ...(since ? movedOn(at, since) : []),
  ];
}

function movedOn(at: string, { name, met, record, rows, deletion }: RecordSince): Detail[] {
  if (!record) {
    if (deletion && deletion.at > at)
      return [detail('record_deleted_since', { name, by: deletion.by, at: deletion.at })];
    return met !== null && met > 0 ? [detail('record_gone_since', { name })] : [];
  }
  const { version, updated_at: updatedAt = '' } = record;
  const isNewer = (row: LedgerRow) => (met === null ? row.at > at : recordOfRow(row).version > met);
  const isMoved = met === null ? updatedAt > at : version > met;
  if (!isMoved) return [];
  const changes = rows.filter(isNewer).map((row) => {
    const by = row.by ? ` by ${row.by.area}:${row.by.subject}` : '';
    const fields = row.changes ? topLevel(row.changes.map(({ field }) => field)) : ['*'];
    return `version ${recordOfRow(row).version}${by} at ${row.at} (${fields.join(', ')})`;
  });
  const latest = changes.length > 0 ? changes.join('; ') : `version ${version} at ${updatedAt}`;
  return [detail('record_changed_since', { name, changes: latest })];
}
