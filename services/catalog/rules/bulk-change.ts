import { notFound } from '#shared/decide/bulk-operation.ts';
import type { BulkOperation, BulkStep, BulkWork } from '#shared/decide/bulk-operation.ts';
import { idOfRow, undeleted, valuesBefore } from '#shared/decide/record-before.ts';
import { removal } from '#shared/decide/deletion.ts';
import type { Change, EventDraft } from '#shared/decide/handler.ts';
import { changed } from '#shared/decide/versioned-record.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables } from './tables.ts';

type BulkTable = 'products' | 'subscriptions';
type CatalogWork = BulkWork<CatalogTables, CatalogNeeds>;
/** The event of a record. */
export type TellChange = (happened: 'updated' | 'deleted', record: CatalogRecord) => EventDraft;

/** Activates or deactivates each record. */
export function bulkActivation(table: BulkTable, tell: TellChange): CatalogWork {
  return {
    table,
    needs: (ids) => ({ [table]: ids }),
    restore: restoring(table, tell),
    step: (state, id, { asked, caller }, { now }) => {
      const record: CatalogRecord | undefined = state[table].get(id);
      if (!record) return notFound;
      const next = changed(record, { is_active: asked['status'] === true }, { caller }, now);
      if (next === record) return { fate: 'unchanged', changes: [], events: [] };
      const put = { table, put: next } as Change<CatalogTables>;
      return { fate: 'changed', changes: [put], events: [tell('updated', next)] };
    },
  };
}

/** Deletes each record. */
export function bulkDeletion(table: BulkTable, tell: TellChange): CatalogWork {
  return {
    table,
    needs: (ids) => ({ [table]: ids }),
    restore: restoring(table, tell),
    step: (state, id, operation, { now }) => {
      const record: CatalogRecord | undefined = state[table].get(id);
      return record ? deletion(table, record, { operation, tell, now }) : notFound;
    },
  };
}

function deletion(
  table: BulkTable,
  record: CatalogRecord,
  { operation, tell, now }: { operation: BulkOperation; tell: TellChange; now: string },
): BulkStep<CatalogTables> {
  const deleter = { id: operation._id, caller: operation.caller };
  const changes = removal<CatalogTables>(table, record, deleter, now);
  return { fate: 'changed', changes, events: [tell('deleted', record)] };
}

/** Gives back what bulk work changed of a record: its values, or the record itself. */
function restoring(table: BulkTable, tell: TellChange): CatalogWork['restore'] {
  return (state, row, operation, { now }) => {
    const put = (next: CatalogRecord): BulkStep<CatalogTables> => ({
      fate: 'changed',
      changes: [{ table, put: next } as Change<CatalogTables>],
      events: [tell('updated', next)],
    });
    const { caller } = operation;
    if (row.last) return put(undeleted(row.last as CatalogRecord, { caller }, now));
    const record: CatalogRecord | undefined = state[table].get(idOfRow(row));
    if (!record) return notFound;
    if (!row.changes) return deletion(table, record, { operation, tell, now });
    const next = changed(record, valuesBefore<CatalogRecord>(row, ['is_active', 'price']), { caller }, now);
    return next === record ? { fate: 'unchanged', changes: [], events: [] } : put(next);
  };
}
