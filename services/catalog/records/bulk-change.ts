import {
  notFound,
  type BulkOperation,
  type BulkStep,
  type BulkWork,
} from '#shared/engine/decide/bulk-operation.ts';
import { idOfRow, undeleted, valuesBefore } from '#shared/engine/decide/ledger-row.ts';
import { maxPrice, type PriceChange } from '#shared/contracts/endpoints/price-change.ts';
import { toMajor, parseDecimal } from '#shared/contracts/kit/money.ts';
import type { Change, EventDraft } from '#shared/engine/decide/handler.ts';
import { removal } from '#shared/engine/decide/deletion.ts';
import { changed } from '#shared/engine/decide/versioned-record.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables } from './tables.ts';

type BulkTable = 'products' | 'subscriptions';
type CatalogWork = BulkWork<CatalogTables, CatalogNeeds>;
export type RecordEventOf = (happened: 'updated' | 'deleted', record: CatalogRecord) => EventDraft;

/** Activates or deactivates each record. A request that also has a price runs as `bulk-price` instead. */
export function bulkActivation(table: BulkTable, eventOf: RecordEventOf): CatalogWork {
  return {
    ...bulkValues(table, eventOf, (_record, { status }) => ({ is_active: status === true })),
    startsAs: ({ price }) => (price === undefined ? null : `${table}.bulk-price`),
  };
}

/** Changes each record's price, and activates or deactivates the record if the request has a status. */
export function bulkPricing(table: BulkTable, eventOf: RecordEventOf, decimals: number): CatalogWork {
  return bulkValues(table, eventOf, ({ price: old }, asked) => {
    const { price: change, status } = asked as { price: PriceChange; status?: boolean };
    const price = changedPrice(old, change);
    if (price < 0) return { broken: { rule: 'min', min: '0' } };
    if (toMajor(price, decimals) > maxPrice) return { broken: { rule: 'max', max: String(maxPrice) } };
    return { price, ...(status !== undefined && { is_active: status }) };
  });
}

/** Returns the record's new values, or the parameters of the error if the new price breaks a rule. */
type NewValues = (
  record: CatalogRecord,
  asked: BulkOperation['asked'],
) => Partial<CatalogRecord> | { broken: Record<string, string> };

function bulkValues(table: BulkTable, eventOf: RecordEventOf, valuesOf: NewValues): CatalogWork {
  return {
    table,
    needs: (ids) => ({ [table]: ids }),
    restore: restoring(table, eventOf),
    step: (state, id, { asked }, { now }) => {
      const record: CatalogRecord | undefined = state[table].get(id);
      if (!record) return notFound;
      const values = valuesOf(record, asked);
      if ('broken' in values) {
        const error = { code: 'validation_failed' as const, params: { field: 'price', ...values.broken } };
        return { fate: 'refused', error, changes: [], events: [] };
      }
      const next = changed(record, values, now);
      if (next === record) return { fate: 'unchanged', changes: [], events: [] };
      const put = { table, put: next } as Change<CatalogTables>;
      return { fate: 'changed', changes: [put], events: [eventOf('updated', next)] };
    },
  };
}

export function bulkDeletion(table: BulkTable, eventOf: RecordEventOf): CatalogWork {
  return {
    table,
    needs: (ids) => ({ [table]: ids }),
    restore: restoring(table, eventOf),
    step: (state, id, operation, { now }) => {
      const record: CatalogRecord | undefined = state[table].get(id);
      return record ? deletion(table, record, { operation, eventOf, now }) : notFound;
    },
  };
}

function deletion(
  table: BulkTable,
  record: CatalogRecord,
  { operation, eventOf, now }: { operation: BulkOperation; eventOf: RecordEventOf; now: string },
): BulkStep<CatalogTables> {
  const deleter = { id: operation._id, caller: operation.caller };
  const changes = removal<CatalogTables>(table, record, deleter, now);
  return { fate: 'changed', changes, events: [eventOf('deleted', record)] };
}

/** Undoes bulk work on one record: restores its former values, restores a deleted record, or deletes a record that the work restored. */
function restoring(table: BulkTable, eventOf: RecordEventOf): CatalogWork['restore'] {
  return (state, row, operation, { now }) => {
    const put = (next: CatalogRecord): BulkStep<CatalogTables> => ({
      fate: 'changed',
      changes: [{ table, put: next } as Change<CatalogTables>],
      events: [eventOf('updated', next)],
    });
    if (row.last) return put(undeleted(row.last as CatalogRecord, now));
    const record: CatalogRecord | undefined = state[table].get(idOfRow(row));
    if (!record) return notFound;
    if (!row.changes) return deletion(table, record, { operation, eventOf, now });
    const next = changed(record, valuesBefore<CatalogRecord>(row, ['is_active', 'price']), now);
    return next === record ? { fate: 'unchanged', changes: [], events: [] } : put(next);
  };
}

/** The price after a change. Both prices are in minor units, and the result may be negative. */
export function changedPrice(price: number, change: PriceChange): number {
  if ('set' in change) return change.set;
  if ('by' in change) return price + change.by;
  const decimal = parseDecimal(change.percent);
  if (!decimal) throw new TypeError(`${String(change.percent)} is no percentage`);
  const { digits, negative, scale } = decimal;
  const whole = 100n * 10n ** BigInt(scale);
  return Number(halfUp(BigInt(price) * (whole + (negative ? -digits : digits)), whole));
}

/** Rounds the quotient half up; the dividend must not be negative. */
function halfUp(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}
