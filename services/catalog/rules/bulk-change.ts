import { notFound } from '#shared/decide/bulk-operation.ts';
import type { BulkWork } from '#shared/decide/bulk-operation.ts';
import { removal } from '#shared/decide/deletion.ts';
import type { Change, EventDraft } from '#shared/decide/handler.ts';
import { changed } from '#shared/decide/versioned-record.ts';
import type { CatalogNeeds, CatalogRecord, CatalogTables } from './tables.ts';

type BulkTable = 'products' | 'subscriptions';
type CatalogWork = BulkWork<CatalogTables, CatalogNeeds>;

/** Activates or deactivates each record. */
export function bulkActivation(
  table: BulkTable,
  updatedEvent: (record: CatalogRecord) => EventDraft,
): CatalogWork {
  return {
    needs: (ids) => ({ [table]: ids }),
    step: (state, id, { asked, caller }, { now }) => {
      const record: CatalogRecord | undefined = state[table].get(id);
      if (!record) return notFound;
      const next = changed(record, { is_active: asked['status'] === true }, { caller }, now);
      if (next === record) return { fate: 'unchanged', changes: [], events: [] };
      const put = { table, put: next } as Change<CatalogTables>;
      return { fate: 'changed', changes: [put], events: [updatedEvent(next)] };
    },
  };
}

/** Deletes each record. */
export function bulkDeletion(
  table: BulkTable,
  deletedEvent: (record: CatalogRecord) => EventDraft,
): CatalogWork {
  return {
    needs: (ids) => ({ [table]: ids }),
    step: (state, id, { _id: operationId, caller }, { now }) => {
      const record: CatalogRecord | undefined = state[table].get(id);
      if (!record) return notFound;
      const changes = removal<CatalogTables>(table, record, { id: operationId, caller }, now);
      return { fate: 'changed', changes, events: [deletedEvent(record)] };
    },
  };
}
