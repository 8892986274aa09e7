import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { auditRepair } from '#shared/engine/decide/known-record.ts';
import type { LedgerRow } from '#shared/engine/decide/ledger-row.ts';
import type { Inventory } from '../records/tables.ts';
import type { HeldUnits } from './total-findings.ts';

type HeldByProduct = ReadonlyMap<number, HeldUnits>;

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
}

/** Finds negative stock, wrong `held`, and units that appeared or disappeared. Pass the result to `withoutSetStock`. */
export function stockFindings(inventory: readonly Stock[], known: Known): Finding[] {
  return [...inventory.flatMap((stock) => findingsOf(stock, known)), ...missing(inventory, known)];
}

function findingsOf(stock: Stock, { lines, baselines, damagedOrders, lastDeletion }: Known): Finding[] {
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
  if (units === baseline.units || (isDeletedSince && units < baseline.units)) return findings;
  const detail =
    `stock, held, delivered and lost units came to ${baseline.units} at ${baseline.at}, and come to ${units} now; ` +
    'no order since then explains the difference';
  return [...findings, finding('stock-differs', subject, detail)];
}

/**
 * Removes findings about stock that a command has set since the baseline. `rows`: the ledger rows of the stock itself since the
 * baseline.
 */
export function withoutSetStock(
  findings: readonly Finding[],
  rows: ReadonlyMap<string, readonly LedgerRow[]>,
): Finding[] {
  const isSet = (subject: string) => rows.get(subject)?.some(({ via }) => via?.type !== auditRepair) === true;
  return findings.filter(({ rule, subject }) => rule !== 'stock-differs' || !isSet(subject));
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

/** The baselines to store for the next audit. Leaves out stock with findings and stock that equals its stored baseline. */
export function newBaselines(
  inventory: readonly Stock[],
  { lines, baselines }: Pick<Known, 'lines' | 'baselines'>,
  findings: readonly Finding[],
  at: string,
): StockBaseline[] {
  const wrong = new Set(findings.map(({ subject }) => subject));
  return inventory.flatMap((stock) => {
    const units = unitsOf(stock, lines);
    if (units === null || wrong.has(`inventory/${stock._id}`)) return [];
    const before = baselines.get(stock._id);
    if (before?.version === stock.version && before.units === units) return [];
    return [{ _id: stock._id, version: stock.version, units, at }];
  });
}
