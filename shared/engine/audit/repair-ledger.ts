import { recordOfRow, type LedgerRow } from '../decide/ledger-row.ts';
import type { Snapshot } from '../../platform/mongo/snapshot.ts';
import { isRight, writes, type Judge } from './repair-findings.ts';

/**
 * Adds the ledger rows that a record lacks, and changes nothing else. `rowsBehind` may return rows without the
 * changed values. A later audit cannot use such rows as proof of a value.
 */
export function ledgerJudge(rowsBehind: (data: Snapshot, subject: string) => Promise<LedgerRow[]>): Judge {
  return async (found, id) => {
    const subject = String(id);
    const rows = await rowsBehind(found, subject);
    const last = rows.at(-1);
    if (!last) return isRight(subject);
    return writes(async ({ db, session }) => {
      await db.collection<LedgerRow>('ledger').insertMany(rows, { session });
      return `${subject}: its timeline goes on to version ${recordOfRow(last).version}`;
    });
  };
}
