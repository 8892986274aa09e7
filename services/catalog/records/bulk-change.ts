import {
  notFound,
  refusedStep,
  unchanged,
  type BulkOperation,
  type BulkStep,
  type BulkWork,
} from '#shared/engine/decide/bulk-operation.ts';
import { idOfRow, undeleted, valuesBefore } from '#shared/engine/decide/ledger-row.ts';
import { maxPrice, type PriceChange } from '#shared/contracts/endpoints/price-change.ts';
import { halfUp, toMajor, parseDecimal } from '#shared/contracts/kit/money.ts';
import type { FieldError } from '#shared/contracts/errors.ts';
import type { Change, EventDraft, State } from '#shared/engine/decide/handler.ts';
import { removal } from '#shared/engine/decide/deletion.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables } from './tables.ts';

type CatalogWork = BulkWork<CatalogTables, CatalogNeeds>;

interface BulkRecords<Table extends 'products' | 'subscriptions' = 'products' | 'subscriptions'> {
  table: Table;
  eventOf: (happened: 'updated' | 'deleted', record: CatalogRecord) => EventDraft;
  /** Returns the errors that prevent the restoration of a deleted record. */
  refuseRestored?: (state: State<CatalogTables>, last: CatalogRecord) => FieldError[];
}

type BulkType<Table extends string> = `${Table}.bulk-${'update' | 'price' | 'delete'}`;

export function bulkWork<Table extends 'products' | 'subscriptions'>(
  of: BulkRecords<Table>,
  decimals: number,
): Record<BulkType<Table>, CatalogWork> {
  const { table } = of;
  const work = { table, needs: (ids: number[]) => ({ [table]: ids }), restore: restoring(of) };
  const works: Record<string, CatalogWork> = {
    // A request that also has a price runs as `bulk-price` instead.
    [`${table}.bulk-update`]: {
      ...work,
      startsAs: ({ price }) => (price === undefined ? null : `${table}.bulk-price`),
      step: changing(of, (_record, { status }) => ({ is_active: status === true })),
    },
    [`${table}.bulk-price`]: { ...work, step: changing(of, newPrice(decimals)) },
    [`${table}.bulk-delete`]: {
      ...work,
      step: (state, id, operation, { now }) => {
        const record: CatalogRecord | undefined = state[table].get(id);
        return record ? deletion(of, record, operation, now) : notFound;
      },
    },
  };
  return works;
}

function newPrice(decimals: number): NewValues {
  return ({ price: old }, asked) => {
    const { price: change, status } = asked as { price: PriceChange; status?: boolean };
    const price = changedPrice(old, change);
    if (price < 0) return { broken: { rule: 'min', min: '0' } };
    if (toMajor(price, decimals) > maxPrice) return { broken: { rule: 'max', max: String(maxPrice) } };
    return { price, ...(status !== undefined && { is_active: status }) };
  };
}

/** Returns the record's new values, or the parameters of an error (`broken`) if the new price breaks a rule. */
type NewValues = (
  record: CatalogRecord,
  asked: BulkOperation['asked'],
) => Partial<CatalogRecord> | { broken: Record<string, string> };

function changing(of: BulkRecords, valuesOf: NewValues): CatalogWork['step'] {
  return (state, id, { asked }, { now }) => {
    const record: CatalogRecord | undefined = state[of.table].get(id);
    if (!record) return notFound;
    const values = valuesOf(record, asked);
    if ('broken' in values) return refusedStep('validation_failed', { field: 'price', ...values.broken });
    const next = changed(record, values, now);
    return next === record ? unchanged : update(of, next);
  };
}

function update({ table, eventOf }: BulkRecords, next: CatalogRecord): BulkStep<CatalogTables> {
  const put = { table, put: next } as Change<CatalogTables>;
  return { fate: 'changed', changes: [put], events: [eventOf('updated', next)] };
}

function deletion(
  { table, eventOf }: BulkRecords,
  record: CatalogRecord,
  operation: BulkOperation,
  now: string,
): BulkStep<CatalogTables> {
  const deleter = { id: operation._id, caller: operation.caller };
  const changes = removal(table, record, deleter, now) as Change<CatalogTables>[];
  return { fate: 'changed', changes, events: [eventOf('deleted', record)] };
}

/** Undoes bulk work on one record: reverts its values, restores it after a deletion, or deletes it after a restore. */
function restoring(of: BulkRecords): CatalogWork['restore'] {
  const { table, refuseRestored } = of;
  return (state, row, operation, { now }) => {
    if (row.last) {
      const last = row.last as CatalogRecord;
      const [broken] = refuseRestored?.(state, last) ?? [];
      if (broken) return refusedStep('validation_failed', { field: broken.field, rule: broken.rule });
      return update(of, undeleted(last, now));
    }
    const record: CatalogRecord | undefined = state[table].get(idOfRow(row));
    if (!record) return notFound;
    if (!row.changes) return deletion(of, record, operation, now);
    const next = changed(record, valuesBefore<CatalogRecord>(row, ['is_active', 'price']), now);
    return next === record ? unchanged : update(of, next);
  };
}

/** `price` and the result are in minor units. The result may be negative. */
export function changedPrice(price: number, change: PriceChange): number {
  if ('set' in change) return change.set;
  if ('by' in change) return price + change.by;
  const decimal = parseDecimal(change.percent);
  if (!decimal) throw new TypeError(`${String(change.percent)} is not a percentage`);
  const { digits, negative, scale } = decimal;
  const whole = 100n * 10n ** BigInt(scale);
  return Number(halfUp(BigInt(price) * (whole + (negative ? -digits : digits)), whole));
}
