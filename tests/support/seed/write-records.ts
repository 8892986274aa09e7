import { catalog } from '#services/catalog/service.ts';
import { trackedByOrders } from '#services/orders/store/resources.ts';
import type { Tables } from '#shared/engine/decide/handler.ts';
import type { BatchStore } from '#shared/engine/commands/run-batch.ts';
import { rowId, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { Write } from '#shared/engine/commands/batch-store.ts';

const writesAtOnce = 1000;

const by = { area: 'admin', subject: 'load' } as const;
const via = { type: 'orders.create', request_id: 'load', operation_id: '0'.repeat(32) };
const tracked = { ...catalog.tracked, ...trackedByOrders };

/**
 * Writes records as the worker would, a thousand per transaction, but without inbox records or events. New records get
 * a ledger row.
 */
export async function writeRecords<T extends Tables, Needs>(
  store: Pick<BatchStore<T, Needs>, 'inTransaction'>,
  writes: readonly Write<T>[],
): Promise<void> {
  const now = new Date().toISOString();
  for (let from = 0; from < writes.length; from += writesAtOnce) {
    const part = writes.slice(from, from + writesAtOnce);
    const work = {
      results: [],
      writes: part,
      inbox: [],
      unparked: [],
      events: [],
      ledger: part.flatMap((write) => made(write, now)),
    };
    await store.inTransaction((transaction) => transaction.write(work, now));
  }
}

function made<T extends Tables>({ table, before, after }: Write<T>, at: string): LedgerRow[] {
  if (before || !after || !Object.hasOwn(tracked, table)) return [];
  return [{ _id: rowId(`${String(table)}/${after._id}`, after.version), at, kind: 'created', by, via }];
}
