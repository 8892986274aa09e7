import { states } from '#shared/contracts/endpoints/order-states.ts';
import type { KnownRecord } from '#shared/engine/decide/known-record.ts';
import type { Order } from '../records/tables.ts';
import type { AuditedRow } from './row-findings.ts';

export interface LostUnits {
  /** Keyed by line id. */
  held: ReadonlyMap<number, number>;
  /** Stock moves that the order's later status changes did not make, because the lines were lost. */
  moves: {
    productId: number;
    units: number;
    happened: 'delivered' | 'returned' | 'returned after delivery';
  }[];
}

type LostLine = Pick<AuditedRow, '_id' | 'product_id' | 'amount'>;

/** The units of lost lines: all units that commands reserved, minus those on other lines. A text: why they are unknown. */
export function unitsOfLostLines(
  order: Pick<Order, 'items' | 'status'>,
  lost: readonly LostLine[],
  known: KnownRecord,
): LostUnits | string {
  const held = new Map<number, number>();
  const moves: LostUnits['moves'] = [];
  if (lost.length === 0) return { held, moves };
  if (known.gap !== null) return known.gap;
  if (known.rows.some(movesLines)) return 'lines of it moved between orders, so its units are not known';
  for (const [productId, lines] of Map.groupBy(lost, (line) => line.product_id)) {
    const units = unitsOf(order, productId, known);
    const shares = units && sharesOf(units.taken, lines);
    const happened = units && shares && happenedTo(order, units);
    if (!units || !shares || happened === null)
      return `the ledger does not say how many units of product ${productId} it holds`;
    const { stock } = states[order.status];
    for (const [id, share] of shares) held.set(id, stock === 'returned' ? 0 : share);
    if (happened !== 'nothing') moves.push({ productId, units: units.taken, happened });
  }
  return { held, moves };
}

interface Units {
  /** Units that the order's commands reserved and did not return to the stock. */
  taken: number;
  /** Reserved units that the stock record still counts in `held`. */
  held: number;
}

/** The units of one product on the lost lines. Null if a ledger row has no values. */
function unitsOf(
  { items, status }: Pick<Order, 'items' | 'status'>,
  productId: number,
  { rows }: KnownRecord,
): Units | null {
  let [taken, held] = [0, 0];
  for (const row of rows) {
    if (row.via === undefined) return null;
    for (const move of row.stock ?? []) {
      if (move.product_id !== productId) continue;
      const { from, to } = move.stock;
      if (from === null || to === null) return null;
      taken += from - to - ((move.lost?.to ?? 0) - (move.lost?.from ?? 0));
      held += (move.held.to ?? 0) - (move.held.from ?? 0);
    }
  }
  const there = items.filter((line) => line.product_id === productId);
  const units = there.reduce((sum, line) => sum + line.held, 0);
  return { taken: taken - units, held: held - (states[status].stock === 'held' ? units : 0) };
}

/**
 * Distributes the units to the lost lines. Either every line holds all its units, or no line holds any. A single line may also
 * hold a part of its units. Null for any other number of units.
 */
function sharesOf(taken: number, lines: readonly LostLine[]): [number, number][] | null {
  const all = lines.reduce((sum, { amount }) => sum + amount, 0);
  if (taken === 0) return lines.map(({ _id }) => [_id, 0]);
  if (taken === all) return lines.map(({ _id, amount }) => [_id, amount]);
  const [only, ...others] = lines;
  return only && others.length === 0 && taken > 0 && taken < all ? [[only._id, taken]] : null;
}

/** The stock move that the lost lines missed when commands changed the order's status. Null if the units match no such move. */
function happenedTo(
  { status }: Pick<Order, 'status'>,
  { taken, held }: Units,
): LostUnits['moves'][number]['happened'] | 'nothing' | null {
  const { stock } = states[status];
  const [isHeld, isNotHeld] = [held === taken, held === 0];
  if (taken === 0) return isNotHeld ? 'nothing' : null;
  if (stock === 'held') return isHeld ? 'nothing' : null;
  if (stock === 'delivered') return isNotHeld ? 'nothing' : isHeld ? 'delivered' : null;
  return isHeld ? 'returned' : isNotHeld ? 'returned after delivery' : null;
}

/** Whether this ledger row moved a line between two orders. Only one of the two orders' rows records the stock of such a line. */
function movesLines({ via, changes = [] }: KnownRecord['rows'][number]): boolean {
  if (via?.type !== 'order-items.update') return false;
  return changes.some(
    (change) =>
      /^items\.\d+\.product_id$/.test(change.field) &&
      'from' in change &&
      (change.from === null || change.to === null),
  );
}
