import type { BulkOperation, BulkStatus } from '#shared/engine/decide/bulk-operation.ts';

export const at = '2026-11-27T10:00:00.000Z';
export const total = 2;

/** Bulk work on two orders, as the orders service stores it. */
export function bulkOperation(_id: string, status: BulkStatus): BulkOperation {
  const isDone = status !== 'running';
  return {
    _id,
    version: 2,
    type: 'orders.bulk-update',
    owner: 'admin:admin',
    caller: { area: 'admin', subject: 'admin', userId: null },
    language: 'en',
    asked: { status: 'confirmed' },
    dry_run: false,
    status,
    chunks: 1,
    next_chunk: isDone ? 1 : 0,
    total,
    counts: { changed: isDone ? total : 0, unchanged: 0, not_found: 0, refused: 0 },
    errors: [],
    errors_total: 0,
    created_at: at,
    started_at: at,
    finished_at: isDone ? at : null,
    updated_at: at,
    request_id: 'r',
    traceparent: null,
  };
}
