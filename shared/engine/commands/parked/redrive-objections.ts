import type { AddressedRecord } from '../addressed-record.ts';
import { recordOfRow, topLevel, type LedgerRow } from '../../decide/ledger-row.ts';
import { detail, type Detail } from '../../../contracts/errors.ts';
import { certainlyKnownDays, certainlyKnownMs } from '../../../contracts/retention.ts';

export interface RecordSince {
  /** Such as `orders/12`. */
  name: string;
  /** The version that the command found at its first failure; null if it was not recorded. */
  met: number | null;
  /** Null if the record does not exist. */
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
