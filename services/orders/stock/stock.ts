import type { Decision } from '#shared/engine/decide/handler.ts';
import { Problem } from '#shared/contracts/errors.ts';
import { lowStockEvents } from './inventory-resource.ts';
import type { Inventory, OrderItem, OrdersTables } from '../records/tables.ts';

type NamedProduct = OrderItem['product'];

/** Collects the stock moves of one command, so that each product is written once and one error response lists all shortages. */
export interface StockMoves {
  /** Reserves units for a line. Returns the number of units that the line holds, which is 0 if the product is not counted. */
  take: (product: NamedProduct, amount: number) => number;
  /** Returns a line's units to the stock. `isDelivered`: the delivery has already removed the units from `held`. */
  returnUnits: (productId: number, held: number, isDelivered: boolean) => void;
  /** Marks the units of a line as delivered, so they are no longer held. */
  deliver: (productId: number, held: number) => void;
  /** Marks delivered units as held again, when an undo reverts their delivery. */
  bringBack: (productId: number, held: number) => void;
  /** The inventory's changes and low-stock events. Throws `out_of_stock` if there are not enough units of a product. */
  finish: () => Pick<Decision<OrdersTables>, 'changes' | 'events'>;
}

export function stockMoves(inventory: ReadonlyMap<number, Inventory>, now: string): StockMoves {
  const moved = new Map<number, Inventory>();
  const requested = new Map<number, { product: NamedProduct; amount: number }>();

  const move = (productId: number, stockBy: number, heldBy: number): void => {
    const record = moved.get(productId) ?? inventory.get(productId);
    if (!record) return;
    moved.set(productId, {
      ...record,
      stock: record.stock === null ? null : record.stock + stockBy,
      held: Math.max(0, record.held + heldBy),
    });
  };

  return {
    take: (product, amount) => {
      const { id: productId } = product;
      const record = moved.get(productId) ?? inventory.get(productId);
      if (record?.stock === undefined || record.stock === null) return 0;
      const before = requested.get(productId)?.amount ?? 0;
      requested.set(productId, { product, amount: before + amount });
      move(productId, -amount, amount);
      return amount;
    },
    returnUnits: (productId, held, isDelivered) => {
      if (held > 0) move(productId, held, isDelivered ? 0 : -held);
    },
    bringBack: (productId, held) => {
      if (held > 0) move(productId, 0, held);
    },
    deliver: (productId, held) => {
      if (held > 0) move(productId, 0, -held);
    },
    finish: () => {
      const short = [...moved.values()].filter((record) => record.stock !== null && record.stock < 0);
      if (short.length > 0) {
        const products = short.map((record) => shortage(record, requested.get(record._id)));
        throw new Problem('out_of_stock', { extra: { products } });
      }
      const puts = [...moved.values()].map((record) => ({
        ...record,
        version: record.version + 1,
        updated_at: now,
      }));
      return {
        changes: puts.map((put) => ({ table: 'inventory', put })),
        events: puts.flatMap((put) => lowStockEvents(inventory.get(put._id), put)),
      };
    },
  };
}

/** Contains the name in each language, because the reader's language is known only when the error response is shown. */
function shortage(record: Inventory, asked: { product: NamedProduct; amount: number } | undefined) {
  const requested = asked?.amount ?? 0;
  const name = asked && { en: asked.product.en.name, ar: asked.product.ar.name };
  return {
    product_id: record._id,
    ...(name && { name }),
    requested,
    available: (record.stock ?? 0) + requested,
  };
}
