import { checksFirst, type Answer, type Decision, type State } from '#shared/engine/decide/handler.ts';
import { changed, matchVersion, withoutUndefined } from '#shared/engine/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/kit/define.ts';
import { maxStock } from '#shared/contracts/endpoints/inventory.ts';
import { invalid, Problem } from '#shared/contracts/errors.ts';
import type { Inventory, OrdersHandlers, OrdersTables } from '../records/tables.ts';
import { findProduct } from './product-copy.ts';
import { inventoryEvent, inventoryResource, lowStockEvents, uncounted } from './inventory-resource.ts';

/** Throws 404 if the product does not exist, and 412 if the caller's `If-Match` is outdated. */
function stockOf(
  state: State<OrdersTables>,
  productId: number,
  command: Pick<Command, 'ifMatch' | 'caller'>,
): Inventory {
  if (!findProduct(state, productId)) throw new Problem('not_found');
  const record = state.inventory.get(productId) ?? uncounted(productId);
  matchVersion(command, record);
  return record;
}

function withValues(
  before: Inventory,
  values: Partial<Pick<Inventory, 'stock' | 'low_stock_at'>>,
  command: Command<string, Record<string, number>, { reason?: string | null }>,
  now: string,
): Decision<OrdersTables> {
  const known = { ...before, low_stock_at: before.low_stock_at ?? null };
  const after = changed<Inventory>(known, values, now);
  if (after === known) return { answer: inventoryAnswer(before), changes: [], events: [] };
  const record = {
    ...after,
    // This log shows the audit of release 0.6.0 that a command set the stock. Release 1.1.0 will remove the log.
    log: [{ version: after.version }],
    ...(before.created_at === '' && { created_at: now }),
  };
  const { reason } = command.body;
  return {
    answer: inventoryAnswer(record),
    changes: [{ table: 'inventory', put: record }],
    events: [inventoryEvent('set', record), ...lowStockEvents(before, record)],
    ...(reason && { reason }),
  };
}

function inventoryAnswer(record: Inventory): Answer {
  return { status: 200, version: record.version, data: inventoryResource(record) };
}

export const inventoryHandlers: OrdersHandlers<`inventory.${string}`> = {
  'inventory.set': checksFirst({
    needs: ({ params }) => ({ products: [params.product] }),
    check: (state, command) => stockOf(state, command.params.product, command),
    decide: (before, command, { now }) => {
      const { stock, low_stock_at } = command.body;
      // One of `stock` and `low_stock_at` is required. `check` cannot test this: it does not get invalid fields, so an invalid
      // `low_stock_at` would look like a missing one.
      if (stock === undefined && low_stock_at === undefined)
        throw invalid({ field: 'stock', rule: 'required' });
      return withValues(before, withoutUndefined({ stock, low_stock_at }), command, now);
    },
  }),
  'inventory.adjust': checksFirst({
    needs: ({ params }) => ({ products: [params.product] }),
    check: (state, command) => stockOf(state, command.params.product, command),
    decide: (before, command, { now }) => {
      const { by } = command.body;
      if (before.stock === null) throw invalid({ field: 'by', rule: 'not_counted' });
      const stock = before.stock + by;
      if (stock < 0)
        throw invalid({ field: 'by', rule: 'nothing_left', params: { available: before.stock } });
      if (stock > maxStock)
        throw invalid({ field: 'by', rule: 'max', params: { max: maxStock - before.stock } });
      return withValues(before, { stock }, command, now);
    },
  }),
};
