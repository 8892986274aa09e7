import type { AuditRuleName } from '#shared/contracts/audit-rules.ts';
import { changedAt, contradicts, sideOf, type KnownRecord } from '#shared/engine/decide/known-record.ts';
import { isSame } from '#shared/engine/decide/versioned-record.ts';
import { exactSums } from '../orders/figures.ts';
import type { Order, OrderItem } from '../records/tables.ts';
import { copiedFields, type AuditedRow } from './row-findings.ts';
import { unitsOfLostLines, type LostUnits } from './lost-units.ts';

/** An order, its rows in the collection `order_items`, and the records that show which of the two is correct. */
interface LineEvidence {
  order: Order;
  /** Rows that have the order's id or the id of one of its lines. */
  rows: readonly AuditedRow[];
  known: KnownRecord;
  /** Ids of lines whose deletion by a command is still recorded. */
  deleted: ReadonlySet<number>;
}

interface JudgedLine {
  rule: AuditRuleName;
  detail: string;
  /**
   * `row`: the row in `order_items` is rewritten from the order, or removed. `line`: the line is corrected in the order and in
   * its row. Null: an operator must decide.
   */
  writes: 'row' | 'line' | 'nothing' | null;
}

export interface JudgedLines {
  /** Keyed by line id. */
  found: ReadonlyMap<number, JudgedLine>;
  /** The order's lines with the values that commands wrote. */
  items: OrderItem[];
  /** Ids of rows to remove from `order_items`, because a command removed their lines from the order. */
  removes: number[];
  /** Stock moves that the order's status changes missed, because a line was lost. */
  units: LostUnits['moves'];
}

/**
 * Decides from the values that commands wrote whether an order's lines or their rows in `order_items` are correct. The rows
 * repeat the lines, so they are the only copy if the order was damaged. A row is therefore removed or overwritten only if the
 * ledger, an event or the order's figures show that the order is correct.
 */
export function judgeLines(evidence: LineEvidence): JudgedLines {
  const { order, rows } = evidence;
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  const found = new Map<number, JudgedLine>();
  const removes: number[] = [];
  const right = new Map<number, OrderItem>();
  for (const line of order.items) {
    const row = rowsById.get(line.id);
    rowsById.delete(line.id);
    const judged = row ? judgeBoth(line, row, evidence) : judgeWithoutRow(line, evidence);
    if (judged === null) continue;
    found.set(line.id, judged);
    if (judged.line) right.set(line.id, judged.line);
  }
  const lost: AuditedRow[] = [];
  for (const row of rowsById.values()) {
    if (row.order_id !== order._id) continue;
    const judged = judgeWithoutLine(row, evidence);
    found.set(row._id, judged);
    if (judged.writes === 'row') removes.push(row._id);
    if (judged.writes === 'line') lost.push(row);
  }
  const units = unitsOfLostLines(order, lost, evidence.known);
  if (typeof units === 'string') {
    for (const { _id } of lost) leave(found, _id, units);
    return { found, items: withRight(order.items, right), removes, units: [] };
  }
  const putBack = lost.map((row) => lineOf(row, units.held.get(row._id) ?? 0));
  const items = putBack.reduce(withLine, withRight(order.items, right));
  return { found, items, removes, units: units.moves };
}

/** Lines are sorted by the time at which they were added, and ids rise with time. */
function withLine(items: OrderItem[], line: OrderItem): OrderItem[] {
  const before = items.findIndex(({ id }) => id > line.id);
  return before < 0 ? [...items, line] : items.toSpliced(before, 0, line);
}

type Judged = JudgedLine & { line?: OrderItem };

function withRight(items: OrderItem[], right: ReadonlyMap<number, OrderItem>): OrderItem[] {
  return right.size === 0 ? items : items.map((line) => right.get(line.id) ?? line);
}

function leave(found: Map<number, JudgedLine>, id: number, why: string): void {
  const judged = found.get(id);
  if (judged) found.set(id, { ...judged, writes: null, detail: `${judged.detail}; ${why}` });
}

function judgeWithoutRow(line: OrderItem, { order, known }: LineEvidence): Judged {
  const detail = `orders/${order._id} has it, the list does not`;
  const rule = 'item-row-missing' as const;
  const wrong = contradictions(known, line);
  if (wrong.length === 0) return { rule, detail, writes: 'row' };
  return { rule, detail: `${detail}; commands left ${wrong.join(', ')} otherwise`, writes: null };
}

function judgeWithoutLine(row: AuditedRow, evidence: LineEvidence): Judged {
  const { order, known, deleted } = evidence;
  const state = stateOfLine(known, row._id);
  const extra = (writes: 'row' | null, why: string): Judged => ({
    rule: 'item-row-extra',
    detail: `the list has it under orders/${order._id}, ${why}`,
    writes,
  });
  // The row may be the last copy of a line. Either an older version of this order was restored, or the line belongs to another
  // order.
  if (isNewer(row, order)) return extra(null, 'at a later version of it');
  if (state === 'never there') return extra(null, 'which never had it: no command says whose it is');
  if (state === 'removed' || (state === 'not known' && deleted.has(row._id)))
    return extra('row', 'and a command removed it');
  const units = `${row.amount} of product ${row.product_id} at ${row.main_price} (in minor units)`;
  const detail = `orders/${order._id} lost the line: ${units}`;
  const lost = (writes: 'line' | null, why: string): Judged => ({
    rule: 'item-lost',
    detail: `${detail}; ${why}`,
    writes,
  });
  const wrong = contradictions(known, lineOf(row, 0));
  if (wrong.length > 0) return lost(null, `commands left ${wrong.join(', ')} otherwise than its row`);
  if (state === 'there') return lost('line', 'no command removed it');
  if (known.gap !== null) return lost(null, known.gap);
  if (figuresConfirm(evidence, withLostRows(evidence)) && !figuresConfirm(evidence, order.items))
    return lost('line', 'the order’s figures count it, and no command removed it');
  return lost(null, 'no command removed it, and nothing says that it was there');
}

/**
 * Whether a row of `order_items` has a later version than its order. The order was then replaced by an older version of
 * itself.
 */
function isNewer(row: AuditedRow, { version }: Order): boolean {
  return (row.version ?? 0) > version;
}

type LineState = 'there' | 'removed' | 'never there' | 'not known';

/** Whether the order still had the line after the last command that changed it. */
function stateOfLine(known: KnownRecord, id: number): LineState {
  const [entry, product] = [`items.${id}.`, `items.${id}.product_id`];
  for (const { changes = [] } of known.rows) {
    const touching = changes.filter((change) => 'to' in change && change.field.startsWith(entry));
    if (touching.length === 0) continue;
    return touching.some((change) => change.field === product && 'to' in change && change.to === null)
      ? 'removed'
      : 'there';
  }
  const created = known.field(product);
  if (created.is !== 'written') return 'not known';
  return created.value === null ? 'never there' : 'there';
}

/**
 * The order's lines, plus the lines that only `order_items` has. If the order lost such lines, its figures are the sums over
 * all of them.
 */
function withLostRows({ order, rows }: LineEvidence): OrderItem[] {
  const there = new Set(order.items.map(({ id }) => id));
  const lost = rows.filter((row) => row.order_id === order._id && !there.has(row._id));
  return [...order.items, ...lost.map((row) => lineOf(row, 0))];
}

const moments = ['created_at', 'updated_at'] as const;
const inFigures = ['amount', 'main_price', 'manufacturing_price', 'discount_amount'] as const;

/** Judges a line that has a row in `order_items`. Null: line and row agree. */
function judgeBoth(line: OrderItem, row: AuditedRow, evidence: LineEvidence): Judged | null {
  const { order, known } = evidence;
  const isOthers = row.order_id !== order._id;
  const wrong = copiedFields.filter((field) => !isSame(row[field], line[field]));
  if (wrong.length === 0 && !isOthers) return null;
  const rule = isOthers ? ('item-row-missing' as const) : ('item-row-differs' as const);
  const detail = isOthers
    ? `orders/${order._id} has it, the list has it under orders/${row.order_id}`
    : `${wrong.join(', ')} of orders/${order._id}`;
  const left = (why: string): Judged => ({ rule, detail: `${detail}; ${why}`, writes: null });
  if (isNewer(row, order)) return left('the list has it at a later version of the order');
  if (isOthers) {
    if (stateOfLine(known, line.id) !== 'there')
      return left('the ledger does not say which order it belongs to');
  }
  const sides = wrong.map((field) => [field, sideOfField(field, line, row, evidence)] as const);
  const undecided = sides.filter(([, side]) => side === null).map(([field]) => field);
  if (undecided.length > 0) return left(`the ledger does not say which ${undecided.join(', ')} is right`);
  const fromRow = sides.filter(([, side]) => side === 'other').map(([field]) => field);
  if (fromRow.length === 0) return { rule, detail: `${detail}; the order is right`, writes: 'row' };
  const values = Object.fromEntries(fromRow.map((field) => [field, row[field]])) as Partial<OrderItem>;
  const change = `the list is right about ${fromRow.join(', ')}: no command changed the order so`;
  return { rule, detail: `${detail}; ${change}`, writes: 'line', line: { ...line, ...values } };
}

type Side = 'one' | 'other' | null;

/** Which side has the correct value of a field. `one`: the order. `other`: the row. Null: undecided. */
function sideOfField(
  field: (typeof copiedFields)[number],
  line: OrderItem,
  row: AuditedRow,
  evidence: LineEvidence,
): Side {
  const { known } = evidence;
  if (field === 'product') return sideOfProduct(line, row, evidence);
  if (isOneOf(moments, field)) return sideOfMoment(field, line, row, evidence);
  const side = sideOf(known.field(`items.${line.id}.${field}`), line[field], row[field]);
  if (side !== null || !isOneOf(inFigures, field)) return side;
  return sideByFigures(line, row, evidence);
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return (names as readonly string[]).includes(name);
}

/** Judges only the product's names, because `product.id` always equals `product_id`, which is judged separately. */
function sideOfProduct(line: OrderItem, row: AuditedRow, { known }: LineEvidence): Side {
  const sides = (['en', 'ar'] as const)
    .filter((language) => line.product[language].name !== row.product[language].name)
    .map((language) =>
      sideOf(
        known.field(`items.${line.id}.product.${language}.name`),
        line.product[language].name,
        row.product[language].name,
      ),
    );
  const [first = line.product.id === line.product_id ? 'one' : null] = sides;
  return sides.every((side) => side === first) ? first : null;
}

/** `created_at` and `updated_at` of a line must equal the times of the commands that added and last changed the line. */
function sideOfMoment(
  field: (typeof moments)[number],
  line: OrderItem,
  row: AuditedRow,
  { known }: LineEvidence,
): Side {
  if (known.gap !== null) return null;
  const at = field === 'updated_at' ? changedAt(known, `items.${line.id}.`) : addedAt(known, line.id);
  if (at === null) return null;
  return line[field] === at ? 'one' : row[field] === at ? 'other' : null;
}

function addedAt({ rows }: KnownRecord, id: number): string | null {
  const added = rows.find(({ kind, changes = [] }) => {
    const product = changes.find(({ field }) => field === `items.${id}.product_id`);
    return kind === 'created' || (product && 'from' in product && product.from === null);
  });
  return added?.at ?? null;
}

/** If the order's figures match only the line's values or only the row's values, those values are correct. */
function sideByFigures(line: OrderItem, row: AuditedRow, evidence: LineEvidence): Side {
  const { items } = evidence.order;
  const asInRow = items.map((one) => (one === line ? lineOf(row, line.held) : one));
  const [own, other] = [items, asInRow].map((lines) => figuresConfirm(evidence, lines));
  if (own === other) return null;
  return own ? 'one' : 'other';
}

const figures = ['main_price', 'manufacturing_price', 'discount_amount'] as const;

/**
 * Whether the order's figures are the sums over these lines. False if a command changed a figure or a line since the order's
 * creation, because the figures prove nothing after such a change.
 */
function figuresConfirm({ order, known }: LineEvidence, lines: readonly OrderItem[]): boolean {
  const counted = (field: string) => field.startsWith('items.') || isOneOf(figures, field);
  const isAsMade = known.rows.every(
    ({ changes = [], last }) => !last && !changes.some(({ field }) => counted(field)),
  );
  if (known.gap !== null || !isAsMade) return false;
  const sums = exactSums(lines);
  return figures.every((name) => sums[name] === BigInt(order[name]));
}

const comparedFields = ['product_id', 'amount', ...figures] as const;

/** The fields of a line that differ from the values that commands wrote. If commands removed the line, all its fields differ. */
function contradictions(known: KnownRecord, line: OrderItem): string[] {
  const names = (['en', 'ar'] as const).flatMap((language) =>
    contradicts(known.field(`items.${line.id}.product.${language}.name`), line.product[language].name)
      ? [`product.${language}.name`]
      : [],
  );
  const wrong = comparedFields.filter((field) =>
    contradicts(known.field(`items.${line.id}.${field}`), line[field]),
  );
  return [...wrong, ...names];
}

/** Converts a row of `order_items` to the order line that it repeats. Rows have no `held`, so the caller passes it. */
function lineOf(row: AuditedRow, held: number): OrderItem {
  const { _id: id, product_id, product, amount, main_price, manufacturing_price, discount_amount } = row;
  const { created_by_command: maker, created_at, updated_at, returned } = row;
  return {
    id,
    product_id,
    product,
    amount,
    main_price,
    manufacturing_price,
    discount_amount,
    held,
    // Rows have no `refunded`, and at least the returned units were refunded.
    ...(returned !== undefined && { returned, refunded: returned }),
    ...(maker !== undefined && { created_by_command: maker }),
    created_at,
    updated_at,
  };
}
