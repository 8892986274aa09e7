import { recordOfRow, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { auditRepair } from '#shared/engine/decide/known-record.ts';
import { emptyLog } from '#shared/engine/decide/versioned-record.ts';
import type { Inventory } from '../records/tables.ts';

/** The changes that one version made to a stock record. Null: the version did not change that value. */
export interface StockStep {
  version: number;
  stock: { from: number | null; to: number | null } | null;
  held: { from: number; to: number } | null;
  /** Whether the audit computed the new value of `held` in this step. The value is then certainly correct. */
  isSure: boolean;
}

/** `more`: the decision needs older versions, which the caller must read. */
export type JudgedHeld = 'record was damaged' | 'lines were damaged' | 'not known' | 'more';

/**
 * Decides which is correct if they contradict each other: a stock record's `held`, or the order lines that hold its units. Each
 * step has `held` before and after it. If a step does not start with the value at which the previous step ended, something other
 * than a command changed the record. If such changes explain the whole difference, the lines are correct. In any other case a line
 * or an order was damaged, and `held` is correct. `steps`: newest first.
 */
export function judgeHeld(
  { version, held }: { version: number; held: number },
  counted: number,
  steps: readonly StockStep[],
): JudgedHeld {
  let [expected, above, changedOutside] = [version, held, 0];
  for (const step of steps) {
    if (step.version !== expected) return 'not known';
    expected -= 1;
    if (step.held) {
      changedOutside += above - step.held.to;
      above = step.held.from;
      if (changedOutside !== 0 && held - changedOutside === counted) return 'record was damaged';
    }
    if (step.isSure) return 'lines were damaged';
  }
  return expected === 0 ? 'lines were damaged' : 'more';
}

/** Reads the step from a ledger row of the stock record. Null if the row has no values. */
export function stepOfOwnRow(row: LedgerRow): StockStep | null {
  const { via, changes = [] } = row;
  if (via === undefined || changes.some((change) => !('to' in change))) return null;
  const [stock, held] = ['stock', 'held'].map((name) => {
    const change = changes.find(({ field }) => field === name);
    return change && 'to' in change ? { from: numberOf(change.from), to: numberOf(change.to) } : null;
  });
  return {
    version: recordOfRow(row).version,
    stock: stock ?? null,
    held: held ? { from: held.from ?? 0, to: held.to ?? 0 } : null,
    isSure: via.type === auditRepair,
  };
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Reads this product's steps from an order's ledger row. */
export function stepsOfOrderRow({ stock = [] }: LedgerRow, productId: number): StockStep[] {
  return stock
    .filter((move) => move.product_id === productId)
    .map(({ version, stock: moved, held }) => ({
      version,
      stock: moved,
      isSure: false,
      held: { from: held.from ?? 0, to: held.to ?? 0 },
    }));
}

/**
 * Rebuilds a missing stock record from the values that commands wrote up to this version. `own`: the ledger rows of the stock
 * record itself. `lost`: the number of lost units after the product's newest return. `steps` and `own` are sorted newest first.
 * Returns null if the ledger lacks one of the versions.
 */
export function lostStock(
  productId: number,
  version: number,
  { steps, own, lost }: { steps: readonly StockStep[]; own: readonly LedgerRow[]; lost: number },
): Inventory | null {
  let [stock, held]: [StockStep['stock'], StockStep['held']] = [null, null];
  for (const [index, step] of steps.entries()) {
    if (step.version !== version - index) return null;
    stock ??= step.stock;
    held ??= step.held;
    if (stock && held) break;
  }
  const first = own.at(-1);
  const isFromStart = steps.length === version;
  // If the steps reach back to version 1, a value that no step changed is still null or 0.
  if (!first || (!(stock && held) && !isFromStart)) return null;
  const marks = own.flatMap(
    ({ changes = [] }) => changes.find(({ field }) => field === 'low_stock_at') ?? [],
  );
  const [mark] = marks;
  return {
    _id: productId,
    version,
    stock: stock?.to ?? null,
    held: held?.to ?? 0,
    ...(lost > 0 && { lost }),
    low_stock_at: mark && 'to' in mark ? numberOf(mark.to) : null,
    ...emptyLog,
    created_at: first.at,
    updated_at: own[0]?.at ?? first.at,
  };
}
