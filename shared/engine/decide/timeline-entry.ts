import type { timelineEntrySchema } from '../../contracts/endpoints/timeline.ts';
import { toMajor } from '../../contracts/kit/money.ts';
import type { Shown } from '../../contracts/kit/resource-schema.ts';
import type { VersionedRecord } from './handler.ts';
import type { TrackedTable } from './ledger.ts';
import { recordOfRow, rootOf, flatten, type LedgerRow, type FieldChange } from './ledger-row.ts';

export type TimelineEntry = Shown<typeof timelineEntrySchema>;
type ShownChanges = TimelineEntry['changes'];
type ShownTable = Pick<TrackedTable<never>, 'without' | 'money'>;

/** A ledger row as the record's timeline shows it. `decimals`: the number of decimals of the shop's currency. */
export function entryOf(row: LedgerRow, table: ShownTable, decimals: number): TimelineEntry {
  const { _id: id, at, kind, by, via, reason = null, note = null, stock = [] } = row;
  const { subject, version } = recordOfRow(row);
  return {
    id,
    subject,
    at,
    version,
    kind,
    by: by ? { area: by.area, subject: by.subject, name: by.name ?? by.subject } : null,
    via: via ?? { type: null, request_id: null, operation_id: null },
    changes: shownChanges(row.changes ?? [], table, decimals),
    reason,
    note,
    stock,
  };
}

/** The entry in a product's stock timeline for an order's ledger row. Null if the row does not change this product's stock. */
export function stockEntryOf(row: LedgerRow, productId: number): TimelineEntry | null {
  const move = row.stock?.find(({ product_id: id }) => id === productId);
  if (!move) return null;
  const { stock, held, lost } = move;
  const moved: ShownChanges = { stock, held, ...(lost && { lost }) };
  const differing = Object.entries(moved).filter(([, { from, to }]) => from !== to);
  return {
    ...entryOf(row, {}, 0),
    version: move.version,
    kind: 'stock_moved',
    changes: Object.fromEntries(differing),
    stock: [],
  };
}

/** Changes by field name, with money in major units. */
export function shownChanges(
  changes: NonNullable<LedgerRow['changes']>,
  { money }: ShownTable,
  decimals: number,
): ShownChanges {
  const shown = changes.map((change) => {
    const { field } = change;
    const isMoney = money?.has(declaredField(field)) === true;
    const inMajor = (value: unknown) =>
      isMoney && typeof value === 'number' ? toMajor(value, decimals) : value;
    return [field, isKnown(change) ? { from: inMajor(change.from), to: inMajor(change.to) } : {}] as const;
  });
  return Object.fromEntries(shown);
}

/** The name by which a table declares a field: `items.*.amount` for `items.31.amount`. */
export function declaredField(field: string): string {
  return field.replaceAll(/\.\d+(?=\.)/g, '.*');
}

function isKnown(change: NonNullable<LedgerRow['changes']>[number]): change is FieldChange {
  return 'from' in change;
}

/**
 * A record's initial values, as far as they are known. `later`: the ledger rows after the creation, oldest first. If later rows
 * change a field, its initial value is the old value in the first of these rows. Otherwise, it is the value in `last`.
 */
export function createdChanges(
  later: readonly Pick<LedgerRow, 'changes'>[],
  last: VersionedRecord | null,
  { without }: Pick<ShownTable, 'without'>,
): FieldChange[] {
  const first = new Map<string, unknown>();
  // Releases that kept no ledger recorded only the top-level field: `items`.
  const unknown = new Set<string>();
  for (const change of later.flatMap(({ changes = [] }) => changes)) {
    const { field } = change;
    if (first.has(field) || unknown.has(rootOf(field))) continue;
    if (isKnown(change)) first.set(field, change.from);
    else unknown.add(rootOf(field));
  }
  const values = new Map([...(last ? flatten(last, without) : []), ...first]);
  return [...values]
    .filter(([field, to]) => to !== null && (first.has(field) || !unknown.has(rootOf(field))))
    .map(([field, to]) => ({ field, from: null, to }));
}
