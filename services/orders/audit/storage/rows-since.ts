import { recordOfRow, rowId, rowsOfRecord, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { readSome, type Snapshot } from '#shared/platform/mongo/snapshot.ts';

const recordsAtOnce = 500;

/**
 * Maps subjects (`orders/12`) to their ledger rows after the given version, newest first. The rows have only the names of changed
 * fields, not the values. Notes are left out.
 */
export async function rowsSince(
  snapshot: Snapshot,
  records: readonly { subject: string; version: number }[],
): Promise<Map<string, LedgerRow[]>> {
  const rows: LedgerRow[] = [];
  for (let from = 0; from < records.length; from += recordsAtOnce) {
    const $or = records
      .slice(from, from + recordsAtOnce)
      .map(({ subject, version }) => ({
        _id: { ...rowsOfRecord(subject), $gt: `${rowId(subject, version)};` },
      }));
    const fields = { kind: 1, at: 1, via: 1, 'changes.field': 1 };
    rows.push(...(await readSome<LedgerRow>(snapshot, 'ledger', { $or, kind: { $ne: 'noted' } }, fields)));
  }
  rows.sort((one, other) => (one._id < other._id ? 1 : -1));
  return Map.groupBy(rows, (row) => recordOfRow(row).subject);
}
