import type { Decision, EventDraft, Handlers, State } from '#shared/decide/handler.ts';
import { changed, matchVersion, recordEvent } from '#shared/decide/versioned-record.ts';
import type { Command } from '#shared/contracts/schema-kit/define.ts';
import { maxStock } from '#shared/contracts/endpoints/inventory.ts';
import type { OrdersCommands } from '#shared/contracts/endpoints/orders-service.ts';
import { invalid, Problem } from '#shared/errors.ts';
import type { Shown } from '#shared/contracts/schema-kit/resource-schema.ts';
import type { inventorySchema } from '#shared/contracts/endpoints/inventory.ts';
import { findProduct } from './order-lines.ts';
import type { Inventory, OrdersNeeds, OrdersTables } from './tables.ts';

type InventoryCommands = Pick<OrdersCommands, Extract<keyof OrdersCommands, `inventory.${string}`>>;

/** Stock of a product that was never counted. */
export function uncounted(productId: number): Inventory {
  return { _id: productId, version: 0, stock: null, held: 0, log: [], created_at: '', updated_at: '' };
}

export function inventoryResource(record: Inventory): Shown<typeof inventorySchema> {
  return {
    product_id: record._id,
    stock: record.stock,
    held: record.held,
    updated_at: record.updated_at === '' ? null : record.updated_at,
  };
}

/** The fact that stock was set or adjusted by hand, or counted anew by a repair. */
export function stockEvent(record: Inventory): EventDraft {
  const of = { kind: 'orders.stock', path: 'inventory', shape: 1 } as const;
  return recordEvent(of, 'set', record, inventoryResource(record));
}

/** The stock record of a product that exists, at the version that the caller knows. */
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

function withStock(
  before: Inventory,
  stock: number | null,
  command: Command,
  now: string,
): Decision<OrdersTables> {
  const after = changed<Inventory>(before, { stock }, command, now);
  const record = before.created_at === '' && after !== before ? { ...after, created_at: now } : after;
  return {
    answer: { status: 200, version: record.version, data: inventoryResource(record) },
    changes: record === before ? [] : [{ table: 'inventory', put: record }],
    events: record === before ? [] : [stockEvent(record)],
  };
}

export const inventoryHandlers: Handlers<OrdersTables, OrdersNeeds, InventoryCommands> = {
  'inventory.set': {
    needs: ({ params }) => ({ products: [params.product] }),
    check: (state, command) => {
      stockOf(state, command.params.product, command);
      return [];
    },
    decide: (state, command, { now }) =>
      withStock(stockOf(state, command.params.product, command), command.body.stock, command, now),
  },
  'inventory.adjust': {
    needs: ({ params }) => ({ products: [params.product] }),
    check: (state, command) => {
      stockOf(state, command.params.product, command);
      return [];
    },
    decide: (state, command, { now }) => {
      const before = stockOf(state, command.params.product, command);
      const { by } = command.body;
      if (before.stock === null) throw invalid({ field: 'by', rule: 'not_counted' });
      const stock = before.stock + by;
      if (stock < 0)
        throw invalid({ field: 'by', rule: 'nothing_left', params: { available: before.stock } });
      if (stock > maxStock)
        throw invalid({ field: 'by', rule: 'max', params: { max: maxStock - before.stock } });
      return withStock(before, stock, command, now);
    },
  },
};
