import type { LedgerRow } from '#shared/decide/ledger-row.ts';

/**
 * The rows of an order as far as it was this customer's, the newest first, as they are given; of a row by which it changed hands
 * their side alone. `owner`: whose it is now.
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

/** Whose an order was before a row and after it; `known` is what later rows say. */
function ownersOf(row: LedgerRow, known: number | null): { before: number | null; after: number | null } {
  const given = row.changes?.find(({ field }) => field === 'user_id');
  if (given && 'from' in given) return { before: Number(given.from), after: Number(given.to) };
  const last = row.last as { user_id?: number } | undefined;
  const owner = last?.user_id ?? known;
  return { before: owner, after: owner };
}

/** What the other customer's order was, or became, is told by nothing but the fields' names. */
function oneSide(row: LedgerRow, side: 'from' | 'to'): LedgerRow {
  const changes = (row.changes ?? []).map((change) => {
    if (!('from' in change)) return change;
    const { field, from, to } = change;
    return side === 'from' ? { field, from, to: null } : { field, from: null, to };
  });
  return { ...row, changes };
}
