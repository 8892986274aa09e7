import * as storefront from '../src/main.ts';
import type { BulkOperation, Client, Order } from '../src/main.ts';

/** Rows and page count for a table with page numbers. */
export async function pendingOrders(client: Client, page: number) {
  const query = { filters: { status: 'pending' }, per_page: 50, sort: '-created_at' };
  const { data, meta } = await storefront.adminOrdersList({ client, query }).page(page);
  return { rows: data, pages: meta.last_page, total: meta.total };
}

/**
 * Saves a form. If other users changed the order since the form was opened, returns their changes instead of overwriting them.
 */
export async function saveNotes(client: Client, order: { id: number; etag: string }, notes: string) {
  const headers = { 'If-Match': order.etag };
  try {
    return await storefront.adminOrdersUpdate({
      client,
      path: { order: order.id },
      body: { notes },
      headers,
    });
  } catch (error) {
    if (!(error instanceof storefront.PreconditionFailed)) throw error;
    return { etag: error.etag, changes: error.changes };
  }
}

export async function openOrder(client: Client, id: number): Promise<{ order: Order; etag: string }> {
  const { data, etag } = await storefront.adminOrdersRead({ client, path: { order: id } }).withResponse();
  return { order: data, etag: etag ?? '' };
}

/** Runs bulk work with a progress bar, then returns the result of each record. */
export async function confirmAll(client: Client, ids: number[], show: (done: number) => void) {
  const headers = { Prefer: 'respond-async' };
  const body = { ids, status: 'confirmed' } as const;
  const operation = await storefront.adminOrdersBulkUpdate({ client, body, headers }).operation();
  for await (const { progress } of operation.progress()) show(progress.done / progress.total);
  const { id, result } = await operation.done();
  return { id, result, lines: await storefront.operationsReport({ client, path: { id } }) };
}

/** Waits for an operation that was started on another page or before a reload. */
export async function comeBackTo(client: Client, id: string): Promise<BulkOperation> {
  return (await storefront.followOperation<BulkOperation>({ client, id })).done();
}
