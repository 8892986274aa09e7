import { recordOfRow, type LedgerRow } from './ledger-row.ts';
import { emptyLog, type DatedRecord } from './versioned-record.ts';

/** The id of the record whose change the ledger row records. */
export function idOfRow(row: Pick<LedgerRow, '_id'>): number {
  const { subject } = recordOfRow(row);
  return Number(subject.slice(subject.indexOf('/') + 1));
}

/** The values before the change, for those of `fields` that the change touched. */
export function valuesBefore<R>(
  { changes = [] }: Pick<LedgerRow, 'changes'>,
  fields: readonly (keyof R & string)[],
): Partial<R> {
  const before = new Map(
    changes.flatMap((change) => ('from' in change ? [[change.field, change.from]] : [])),
  );
  const known = fields.filter((field) => before.has(field));
  return Object.fromEntries(known.map((field) => [field, before.get(field)])) as Partial<R>;
}

/** The restored form of a deleted record. The deletion counts as a version, so the version rises by two. */
export function undeleted<R extends DatedRecord>(last: R, now: string): R {
  return { ...last, ...emptyLog, version: last.version + 2, updated_at: now };
}
