import { isPassing, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';

/**
 * The ledger rows of an order that were written while it belonged to this customer. If a row records that the order's customer
 * changed, it keeps only the values of this customer. `rows` and the result are newest first. `owner`: the order's current
 * customer.
 */
export function rowsOfCustomer(
  rows: readonly LedgerRow[],
  customer: number,
  owner: number | null,
): LedgerRow[] {
  let after = owner;
  return rows.flatMap((row) => {
    const { before, after: owned } = ownersOf(row, after);
    after = before;
    if (owned === customer) return before === customer ? [row] : [oneSide(row, 'to')];
    return before === customer ? [oneSide(row, 'from')] : [];
  });
}

/** A filter for ledger rows in which a record passed from one customer to another. */
export const passing = { changes: { $elemMatch: { field: 'user_id', from: { $type: 'number' } } } };

/**
 * The rows since a record passed to its present customer, or all rows if the record always belonged to this customer. Oldest
 * first, like `rows`. `since`: when the record passed to this customer. Null: it always belonged to this customer.
 */
export function rowsSincePassing(rows: readonly LedgerRow[]): {
  rows: readonly LedgerRow[];
  since: string | null;
} {
  const first = rows.findLastIndex(isPassing);
  return { rows: rows.slice(Math.max(0, first)), since: rows[first]?.at ?? null };
}

/** The order's customers before and after a ledger row. `known`: the customer after the row, derived from later rows. */
function ownersOf(row: LedgerRow, known: number | null): { before: number | null; after: number | null } {
  const given = row.changes?.find(({ field }) => field === 'user_id');
  if (given && 'from' in given) return { before: Number(given.from), after: Number(given.to) };
  const last = row.last as { user_id?: number } | undefined;
  const owner = last?.user_id ?? known;
  return { before: owner, after: owner };
}

/** Keeps the values of one customer (`from` or `to`) and hides those of the other customer. The names of the fields stay. */
function oneSide(row: LedgerRow, side: 'from' | 'to'): LedgerRow {
  const changes = (row.changes ?? []).map((change) => {
    if (!('from' in change)) return change;
    const { field, from, to } = change;
    return side === 'from' ? { field, from, to: null } : { field, from: null, to };
  });
  return { ...row, changes };
}
