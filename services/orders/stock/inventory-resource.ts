import type { Shown } from '#shared/contracts/kit/resource-schema.ts';
import type { inventorySchema, stockRowSchema } from '#shared/contracts/endpoints/inventory.ts';
import type { EventDraft } from '#shared/engine/decide/handler.ts';
import { recordEvent } from '#shared/engine/decide/versioned-record.ts';
import type { Inventory } from '../records/tables.ts';

type Counted = Pick<Inventory, 'stock' | 'low_stock_at'>;

export function uncounted(productId: number): Inventory {
  return { _id: productId, version: 0, stock: null, held: 0, created_at: '', updated_at: '' };
}

function isLow({ stock, low_stock_at: mark = null }: Counted): boolean {
  return stock !== null && mark !== null && stock <= mark;
}

export function inventoryResource(record: Inventory): Shown<typeof inventorySchema> {
  return {
    product_id: record._id,
    stock: record.stock,
    held: record.held,
    low_stock_at: record.low_stock_at ?? null,
    low: isLow(record),
    updated_at: record.updated_at === '' ? null : record.updated_at,
  };
}

/** A row of the stock list. `createStockList` adds the product's name. */
export function stockRow(record: Inventory): Omit<Shown<typeof stockRowSchema>, 'name'> {
  const { updated_at: _moment, ...row } = inventoryResource(record);
  return row;
}

export function inventoryEvent(happened: 'set' | 'low', record: Inventory): EventDraft {
  const of = { kind: 'orders.stock', path: 'inventory', shape: 1 } as const;
  return recordEvent(of, happened, record, inventoryResource(record));
}

/** An event if this change made the stock low. If the stock was low before, there is no further event. */
export function lowStockEvents(before: Counted | undefined, after: Inventory): EventDraft[] {
  const wasLow = before !== undefined && isLow(before);
  return isLow(after) && !wasLow ? [inventoryEvent('low', after)] : [];
}
