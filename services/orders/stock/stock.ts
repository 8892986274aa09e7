import { Problem } from '#shared/contracts/errors.ts';
import { states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import type { StockMove } from '#shared/engine/decide/ledger-row.ts';
import type { Inventory, OrderItem, Written } from '../records/tables.ts';
import { lowStockEvents } from './inventory-resource.ts';

type NamedProduct = OrderItem['product'];

export type StockMoves = ReturnType<typeof stockMoves>;

/** Collects the stock changes of one command. Each product is then written once, and one error response lists all shortages. */
export function stockMoves(inventory: ReadonlyMap<number, Inventory>, now: string) {
  const moved = new Map<number, Inventory>();
  const requested = new Map<number, { product: NamedProduct; amount: number }>();

  const move = (productId: number, stockBy: number, heldBy: number, lostBy = 0): void => {
    const record = moved.get(productId) ?? inventory.get(productId);
    if (!record) return;
    moved.set(productId, {
      ...record,
      stock: record.stock === null ? null : record.stock + stockBy,
      held: Math.max(0, record.held + heldBy),
      ...(lostBy > 0 && { lost: (record.lost ?? 0) + lostBy }),
    });
  };

  return {
    /** Reserves units for a line. Returns the units that the line holds: 0 if the store does not count the product. */
    take: (product: NamedProduct, amount: number): number => {
      const { id: productId } = product;
      const record = moved.get(productId) ?? inventory.get(productId);
      if (record?.stock === undefined || record.stock === null) return 0;
      const before = requested.get(productId)?.amount ?? 0;
      requested.set(productId, { product, amount: before + amount });
      move(productId, -amount, amount);
      return amount;
    },
    /** Puts units of a line back into the stock. `isDelivered`: the stock record's `held` no longer includes the units. */
    restock: (productId: number, held: number, isDelivered: boolean): void => {
      if (held > 0) move(productId, held, isDelivered ? 0 : -held);
    },
    /** Marks units as held again for an undo, without a change of the stock. */
    bringBack: (productId: number, held: number): void => {
      if (held > 0) move(productId, 0, held);
    },
    /** Marks the units of a line as delivered, so they are no longer held. */
    deliver: (productId: number, held: number): void => {
      if (held > 0) move(productId, 0, -held);
    },
    /** Records units that came back as lost, because they cannot be sold again. `isDelivered`: as for `restock`. */
    lose: (productId: number, held: number, isDelivered: boolean): void => {
      if (held > 0) move(productId, 0, isDelivered ? 0 : -held, held);
    },
    /** Returns the changed stock records and low-stock events. Throws `out_of_stock` if too few units of a product are left. */
    finish: (): Written => {
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

/**
 * An entry of the error for missing units. It has the name in each language, because the reader's language is known only later.
 */
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

/** Reserves stock for a line that is added to an order with this status. Returns the number of units that the line holds. */
export function takeStock(
  product: OrderItem['product'],
  amount: number,
  status: OrderState,
  moves: StockMoves,
): number {
  return states[status].stock === 'held' ? moves.take(product, amount) : 0;
}

/** Puts a line's held units back into the stock. The resulting line holds 0 units, so that no unit is put back twice. */
export function releaseStock(item: OrderItem, status: OrderState, moves: StockMoves): OrderItem {
  if (item.held === 0) return item;
  moves.restock(item.product_id, item.held, states[status].stock === 'delivered');
  return { ...item, held: 0 };
}

/** Returns the number of units that the line had taken from counted stock. Only these units change the stock. */
export function receiveUnits(
  item: Pick<OrderItem, 'product_id' | 'held'>,
  units: number,
  { status, restock }: { status: OrderState; restock: boolean },
  moves: StockMoves,
): number {
  const counted = Math.min(units, item.held);
  const isDelivered = states[status].stock === 'delivered';
  if (restock) moves.restock(item.product_id, counted, isDelivered);
  else moves.lose(item.product_id, counted, isDelivered);
  return counted;
}

/**
 * The units that a line holds after its amount changed. Surplus units go back to the stock, and missing ones are reserved. The
 * amount includes units that came back in returns, but the line does not hold these.
 */
export function heldAtAmount(item: OrderItem, amount: number, status: OrderState, moves: StockMoves): number {
  const most = Math.max(0, amount - (item.returned ?? 0));
  if (amount < item.amount && most < item.held) {
    moves.restock(item.product_id, item.held - most, states[status].stock === 'delivered');
    return most;
  }
  if (amount <= item.amount) return item.held;
  return item.held + takeStock(item.product, amount - item.amount, status, moves);
}

/** The lines of an order after a status change. Delivered units are no longer held, and returned units can be sold again. */
export function itemsAfterMove(
  items: OrderItem[],
  { from, to }: { from: OrderState; to: OrderState },
  moves: StockMoves,
): OrderItem[] {
  if (states[to].stock === states[from].stock) return items;
  if (states[to].stock === 'returned') return items.map((item) => releaseStock(item, from, moves));
  for (const item of items) moves.deliver(item.product_id, item.held);
  return items;
}

/** Puts the units that a deleted order held back into the stock. Delivered units stay with the customer. */
export function releaseDeleted(items: readonly OrderItem[], status: OrderState, moves: StockMoves): void {
  if (states[status].stock === 'delivered') return;
  for (const item of items) releaseStock(item, status, moves);
}

/** Reserves the units again that `releaseDeleted` put back into the stock, for the undo of the deletion. */
export function retakeDeleted(items: readonly OrderItem[], status: OrderState, moves: StockMoves): void {
  if (states[status].stock === 'delivered') return;
  for (const item of items) retake(item.product, item.held, moves);
}

/**
 * Reserves units again that a line had before. If the product's stock is not counted now, the line only holds the units that it
 * took while the stock was counted.
 */
function retake(product: NamedProduct, units: number, moves: StockMoves): void {
  if (units > 0 && moves.take(product, units) === 0) moves.bringBack(product.id, units);
}

/** The units that each line held before bulk work released them. The ledger has only the units of each product. */
export interface HeldUnits {
  held: readonly { id: number; units: number }[];
}

/** The part of a bulk step that stores the lines' units for its undo. Empty if the change to the state `to` releases no units. */
export function heldBefore(items: readonly OrderItem[], to: OrderState): { former?: HeldUnits } {
  if (states[to].stock !== 'returned') return {};
  const held = items.flatMap(({ id, held: units }) => (units > 0 ? [{ id, units }] : []));
  return held.length > 0 ? { former: { held } } : {};
}

/**
 * The lines of an order after its status change is undone. `moved`: the stock moves of the undone status change. `former`: what
 * the status change stored for its undo. Absent if an earlier release made the change, or if the change released no units.
 */
export function itemsAsBefore(
  items: OrderItem[],
  {
    from,
    to,
    moved,
    former,
  }: { from: OrderState; to: OrderState; moved: readonly StockMove[]; former?: HeldUnits | null | undefined },
  moves: StockMoves,
): OrderItem[] {
  const [had, has] = [states[from].stock, states[to].stock];
  if (had === has) return items;
  if (had === 'delivered' && has === 'held') {
    for (const item of items) moves.bringBack(item.product_id, item.held);
    return items;
  }
  if (had !== 'returned') return itemsAfterMove(items, { from, to }, moves);
  const unitsOf = new Map((former?.held ?? heldByProduct(items, moved)).map(({ id, units }) => [id, units]));
  return items.map((item) => {
    const units = unitsOf.get(item.id) ?? 0;
    if (units === 0) return item;
    retake(item.product, units, moves);
    if (has === 'delivered') moves.deliver(item.product_id, units);
    return { ...item, held: units };
  });
}

/** Divides the units that the moves released among the lines, the first line first. */
function heldByProduct(items: readonly OrderItem[], moved: readonly StockMove[]): HeldUnits['held'] {
  const left = new Map(moved.map((move) => [move.product_id, Math.max(0, releasedBy(move))]));
  return items.map(({ id, product_id: product, amount, returned = 0 }) => {
    const released = left.get(product) ?? 0;
    const units = Math.min(Math.max(0, amount - returned), released);
    left.set(product, released - units);
    return { id, units };
  });
}

/** The units that a move released. While a product's stock is not counted, only `held` shows them. */
function releasedBy({ stock, held }: StockMove): number {
  return stock.to === null ? (held.from ?? 0) - (held.to ?? 0) : stock.to - (stock.from ?? 0);
}

/**
 * The former lines of an order that is not delivered, for an undo. A former line that holds more units than the present line
 * reserves the difference. If it holds fewer units, the difference goes back to the stock.
 */
export function linesAsBefore(
  items: readonly OrderItem[],
  former: readonly OrderItem[],
  moves: StockMoves,
): OrderItem[] {
  const present = new Map(items.map((item) => [item.id, item]));
  const restored = former.map((line) => {
    const held = present.get(line.id)?.held ?? 0;
    present.delete(line.id);
    if (line.held < held) moves.restock(line.product_id, held - line.held, false);
    else retake(line.product, line.held - held, moves);
    return line;
  });
  for (const added of present.values()) moves.restock(added.product_id, added.held, false);
  return restored;
}
