import { recordOfRow, type LedgerRow } from './ledger-row.ts';
import { emptyLog, type DatedRecord } from './versioned-record.ts';

/** The id of a row's record. */
export function idOfRow(row: Pick<LedgerRow, '_id'>): number {
  const { subject } = recordOfRow(row);
  return Number(subject.slice(subject.indexOf('/') + 1));
}

/** The values of these fields before the row's change; fields that it did not change are left out. */
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

/** The last form of a deleted record, with the version that follows its deletion's version. */
export function undeleted<R extends DatedRecord>(last: R, now: string): R {
  return { ...last, ...emptyLog, version: last.version + 2, updated_at: now };
}
