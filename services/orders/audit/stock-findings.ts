import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { auditRepair } from '#shared/engine/decide/known-record.ts';
import { recordOfRow, type LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import { emptyLog } from '#shared/engine/decide/versioned-record.ts';
import { longestBatchMs } from '../erasure/clean-after-erasure.ts';
import type { Inventory } from '../records/tables.ts';
import type { HeldUnits } from './total-findings.ts';

export type HeldByProduct = ReadonlyMap<number, HeldUnits>;

/** A product's stock at the time when an audit last found it correct. */
export interface StockBaseline {
  /** The product's id. */
  _id: number;
  version: number;
  /**
   * The sum of units in stock, held, delivered and lost. Orders only move units between these four, so the sum does not change.
   */
  units: number;
  at: string;
}

type Stock = Pick<Inventory, '_id' | 'version' | 'stock' | 'held' | 'lost'>;

interface Known {
  lines: HeldByProduct;
  baselines: ReadonlyMap<number, StockBaseline>;
  /** The number of damaged orders. Their lines cannot be read, so the audit cannot count held units again. */
  damagedOrders: number;
  /** When an order was last deleted. The delivered units of deleted orders are no longer in the database. */
  lastDeletion: string | null;
  /**
   * Units in orders that were restored after their deletion. A baseline that was saved between deletion and restore lacks the
   * delivered units.
   */
  restored: HeldByProduct;
}

/** Pass the result to `withoutSetStock`, which removes findings that a command explains. */
export function stockFindings(inventory: readonly Stock[], known: Known): Finding[] {
  return [...inventory.flatMap((stock) => findingsOf(stock, known)), ...missing(inventory, known)];
}

function findingsOf(stock: Stock, known: Known): Finding[] {
  const { lines, baselines, damagedOrders, lastDeletion, restored } = known;
  const findings: Finding[] = [];
  const subject = `inventory/${stock._id}`;
  const counted = lines.get(stock._id)?.held ?? 0;
  if (stock.stock !== null && stock.stock < 0)
    findings.push(finding('stock-negative', subject, `stock is ${stock.stock}`));
  if (stock.held !== counted) {
    const detail = `held is ${stock.held}, the lines of living orders hold ${counted}`;
    const repair = damagedOrders > 0 ? null : { kind: 'held', id: stock._id };
    return [...findings, finding('held-differs', subject, detail, repair)];
  }
  const baseline = baselines.get(stock._id);
  const units = unitsOf(stock, lines);
  const isOlder = baseline !== undefined && stock.version < baseline.version;
  if (!baseline || units === null || damagedOrders > 0 || isOlder) return findings;
  const isDeletedSince = lastDeletion !== null && lastDeletion >= baseline.at;
  const fewest = isDeletedSince ? -Infinity : baseline.units;
  const most = baseline.units + (restored.get(stock._id)?.delivered ?? 0);
  if (units >= fewest && units <= most) return findings;
  const detail =
    `stock, held, delivered and lost units came to ${baseline.units} at ${baseline.at}, and come to ${units} now; ` +
    'no order since then explains the difference';
  return [...findings, finding('stock-differs', subject, detail)];
}

/**
 * Removes a `stock-differs` finding if a command has set the product's stock since the last audit that found the stock correct.
 * `rows`: the ledger rows since that audit, for each subject, such as `inventory/7`.
 */
export function withoutSetStock(
  findings: readonly Finding[],
  rows: ReadonlyMap<string, readonly LedgerRow[]>,
): Finding[] {
  const isSet = (subject: string) => rows.get(subject)?.some(setsStock) === true;
  return findings.filter(({ rule, subject }) => rule !== 'stock-differs' || !isSet(subject));
}

/** A ledger row without changes was added later, for a version that may have changed any field. */
function setsStock({ via, changes = [] }: LedgerRow): boolean {
  if (via?.type === auditRepair) return false;
  return changes.length === 0 || changes.some(({ field }) => field === 'stock');
}

function unitsOf({ _id, stock, held, lost = 0 }: Stock, lines: HeldByProduct): number | null {
  return stock === null ? null : stock + held + lost + (lines.get(_id)?.delivered ?? 0);
}

function missing(inventory: readonly Stock[], { lines, baselines }: Known): Finding[] {
  const known = new Set(inventory.map(({ _id }) => _id));
  const why = new Map<number, string>();
  for (const { _id, at } of baselines.values()) why.set(_id, `its stock was right at ${at}`);
  for (const [id, { held }] of lines) if (held > 0) why.set(id, `lines of orders hold ${held} units of it`);
  return [...why]
    .filter(([id]) => !known.has(id))
    .map(([id, detail]) => finding('stock-missing', `inventory/${id}`, detail, { kind: 'stock', id }));
}

/**
 * Leaves out stock that was not found correct, and stock whose stored baseline is the same. `began`: when the audit began to
 * read. The deletion of an order has the time when its batch began, but the order is deleted when the batch ends. So a deletion
 * that the audit did not see yet may have a time before `began`.
 */
export function newBaselines(
  inventory: readonly Stock[],
  { lines, baselines }: Pick<Known, 'lines' | 'baselines'>,
  findings: readonly Finding[],
  began: Date,
): StockBaseline[] {
  const at = new Date(began.getTime() - longestBatchMs).toISOString();
  const wrong = new Set(findings.map(({ subject }) => subject));
  return inventory.flatMap((stock) => {
    const units = unitsOf(stock, lines);
    if (units === null || wrong.has(`inventory/${stock._id}`)) return [];
    const before = baselines.get(stock._id);
    if (before?.version === stock.version && before.units === units) return [];
    return [{ _id: stock._id, version: stock.version, units, at }];
  });
}

/** The changes of a stock record that led to one version. `stock` or `held` is null if this version did not change it. */
export interface StockStep {
  version: number;
  stock: { from: number | null; to: number | null } | null;
  held: { from: number; to: number } | null;
  /** True: an audit computed the new value of `held`, so it is certainly correct. */
  isSure: boolean;
}

/** `more`: the decision also needs the changes (`StockStep`) of older versions, which the caller must read. */
export type JudgedHeld = 'record was damaged' | 'lines were damaged' | 'not known' | 'more';

/**
 * Decides which is correct if a stock record's `held` and the order lines that hold its units contradict each other. `counted`:
 * the units in the lines. `steps`: the changes of the stock record, newest first. If one step sets `held` to 4 and the next
 * change of `held` begins at 7, something other than a command added 3. If such gaps add up to the whole difference, the lines
 * are correct. Otherwise a line or an order was damaged, and `held` is correct.
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

/** Reads the stock change that a ledger row of the stock record describes. Returns null if the row has no values. */
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

/** Reads the changes of one product's stock from an order's ledger row, which also records the stock that the order moved. */
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
 * record itself. `lost`: the product's total of lost units, from its newest return of goods. `steps` and `own` are sorted newest
 * first. Returns null if the ledger lacks one of the versions.
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
  // If the steps reach back to version 1, a value that no step changed still is the initial one: null for `stock`, 0 for `held`.
  if (!first || (!(stock && held) && !isFromStart)) return null;
  const mark = own.flatMap(({ changes = [] }) => changes).find(({ field }) => field === 'low_stock_at');
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
