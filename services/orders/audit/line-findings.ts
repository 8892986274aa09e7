import type { AuditRuleName } from '#shared/contracts/audit-rules.ts';
import { finding, type Finding } from '#shared/engine/decide/audit-finding.ts';
import { changedAt, contradicts, sideOf, type KnownRecord } from '#shared/engine/decide/known-record.ts';
import { isSame } from '#shared/engine/decide/versioned-record.ts';
import type { Order, OrderItem } from '../records/tables.ts';

/** The audited fields of a row in `order_items`. Each row repeats a line of an order. */
export type AuditedRow = Omit<OrderItem, 'id' | 'held' | 'refunded'> & {
  _id: number;
  order_id: number;
  /** The version that the order had when the row was last written. */
  version?: number;
};

const copiedFields = [
  'product_id',
  'product',
  'amount',
  'main_price',
  'manufacturing_price',
  'discount_amount',
  'returned',
  'created_at',
  'updated_at',
] as const;

interface Difference {
  line: OrderItem;
  /** The row with the line's id, which may belong to another order. Undefined: no row has this id. */
  row: AuditedRow | undefined;
  wrong: readonly (typeof copiedFields)[number][];
  rule: 'item-row-missing' | 'item-row-differs';
  detail: string;
}

/** Removes the rows of the order's lines from `rows`, so the rows that stay have no line. */
function differencesOf({ _id, items }: Pick<Order, '_id' | 'items'>, rows: Map<number, AuditedRow>) {
  return items.flatMap((line): Difference[] => {
    const row = rows.get(line.id);
    rows.delete(line.id);
    if (!row) {
      const detail = `orders/${_id} has the line, the list does not`;
      return [{ line, row, wrong: [], rule: 'item-row-missing', detail }];
    }
    const wrong = copiedFields.filter((field) => !isSame(row[field], line[field]));
    if (row.order_id !== _id) {
      const detail = `orders/${_id} has the line, the list has it under orders/${row.order_id}`;
      return [{ line, row, wrong, rule: 'item-row-missing', detail }];
    }
    const detail = `${wrong.join(', ')} differ from orders/${_id}`;
    return wrong.length === 0 ? [] : [{ line, row, wrong, rule: 'item-row-differs', detail }];
  });
}

const byId = (rows: readonly AuditedRow[]) => new Map(rows.map((row) => [row._id, row]));

export function itemRowFindings(
  orders: readonly Pick<Order, '_id' | 'items'>[],
  rows: readonly AuditedRow[],
): Finding[] {
  const left = byId(rows);
  const findings = orders.flatMap((order) => {
    const repair = { kind: 'item-rows', id: order._id };
    return differencesOf(order, left).map(({ line: { id }, rule, detail }) =>
      finding(rule, `order_items/${id}`, detail, repair),
    );
  });
  return [...findings, ...[...left.values()].map(extraRow)];
}

export function extraRow({ _id: id, order_id: orderId }: Pick<AuditedRow, '_id' | 'order_id'>): Finding {
  const detail = `the list has the line, orders/${orderId} does not`;
  return finding('item-row-extra', `order_items/${id}`, detail, { kind: 'item-rows', id: orderId });
}

interface LineEvidence {
  order: Order;
  /** Rows that have the order's id or the id of one of its lines. */
  rows: readonly AuditedRow[];
  known: KnownRecord;
  /** Ids of lines that a command deleted, as far as the deletion is still recorded. */
  deleted: ReadonlySet<number>;
}

interface JudgedLine {
  rule: AuditRuleName;
  detail: string;
  /** True: the repair writes the row in `order_items` from the order, or removes the row. False: an operator must decide. */
  isRepaired: boolean;
}

/**
 * Decides whether an order's rows in `order_items` can be written again from the order. If the order was damaged, its rows are
 * the only intact copy of its lines. So a row is removed or overwritten only if the ledger or an event shows that the order is
 * correct. The result is keyed by line id.
 */
export function judgeLines(evidence: LineEvidence): Map<number, JudgedLine> {
  const left = byId(evidence.rows);
  const judged = new Map<number, JudgedLine>();
  for (const { rule, detail, ...difference } of differencesOf(evidence.order, left)) {
    const why = whyUnproven(difference, evidence);
    const outcome = why ?? (difference.row && 'the order is right');
    const full = outcome === undefined ? detail : `${detail}; ${outcome}`;
    judged.set(difference.line.id, { rule, detail: full, isRepaired: why === null });
  }
  for (const row of left.values())
    if (row.order_id === evidence.order._id) judged.set(row._id, judgeWithoutLine(row, evidence));
  return judged;
}

/** Returns why the order's line may be wrong. The line's row is then not repaired. Null: nothing contradicts the line. */
function whyUnproven(
  { line, row, wrong }: Pick<Difference, 'line' | 'row' | 'wrong'>,
  { order, known }: LineEvidence,
): string | null {
  if (!row) {
    const names = Object.entries(writtenIn(line))
      .filter(([name, value]) => contradicts(known.field(`items.${line.id}.${name}`), value))
      .map(([name]) => name);
    return names.length === 0 ? null : `commands set other values of ${names.join(', ')}`;
  }
  if (isNewer(row, order)) return 'the list has a later version of the order';
  if (row.order_id !== order._id && stateOfLine(known, line.id) !== 'there')
    return 'the ledger does not prove which order it belongs to';
  const unproven = wrong.filter((field) => !isProven(field, line, row, known));
  return unproven.length === 0 ? null : `the ledger does not prove the order’s ${unproven.join(', ')}`;
}

/** A line's values by their names in the ledger. `returned` is left out, because returns change it. */
function writtenIn({ product, ...line }: Pick<OrderItem, (typeof copiedFields)[number]>) {
  return {
    product_id: line.product_id,
    amount: line.amount,
    main_price: line.main_price,
    manufacturing_price: line.manufacturing_price,
    discount_amount: line.discount_amount,
    'product.en.name': product.en.name,
    'product.ar.name': product.ar.name,
  };
}

function judgeWithoutLine(row: AuditedRow, { order, known, deleted }: LineEvidence): JudgedLine {
  const state = stateOfLine(known, row._id);
  const extra = (isRepaired: boolean, why: string): JudgedLine => ({
    rule: 'item-row-extra',
    detail: `the list has the line under orders/${order._id}, ${why}`,
    isRepaired,
  });
  // In the next two cases, the row may be the last copy of a line: an older version of this order was restored, or the line
  // belongs to another order.
  if (isNewer(row, order)) return extra(false, 'at a later version of the order');
  if (state === 'never there') return extra(false, 'which never had it');
  if (state === 'removed' || (state === 'not known' && deleted.has(row._id)))
    return extra(true, 'and a command removed it');
  const units = `${row.amount} of product ${row.product_id} at ${row.main_price} (in minor units)`;
  const why =
    state === 'there'
      ? 'no command removed it'
      : (known.gap ?? 'no command removed it, and nothing proves that the order had it');
  const detail = `orders/${order._id} lost the line: ${units}; ${why}`;
  return { rule: 'item-lost', detail, isRepaired: false };
}

/** If the row is newer than the order, a restore or damage replaced the order with an older version. */
function isNewer(row: AuditedRow, { version }: Order): boolean {
  return (row.version ?? 0) > version;
}

type LineState = 'there' | 'removed' | 'never there' | 'not known';

/** Whether the order has the line, according to the last command that changed the line. */
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

/** For a line that differs from its row in `field`, returns whether the line has the value that a command last wrote. */
function isProven(
  field: (typeof copiedFields)[number],
  line: OrderItem,
  row: AuditedRow,
  known: KnownRecord,
): boolean {
  const entry = `items.${line.id}.`;
  if (field === 'updated_at') return known.gap === null && line.updated_at === changedAt(known, entry);
  if (field === 'created_at') return known.gap === null && line.created_at === addedAt(known, line.id);
  if (field !== 'product') return sideOf(known.field(entry + field), line[field], row[field]) === 'one';
  // Compares only the product's names, because `product.id` always equals `product_id`, which is compared separately.
  const [own, others] = [writtenIn(line), writtenIn(row)];
  return (['product.en.name', 'product.ar.name'] as const).every(
    (name) =>
      own[name] === others[name] || sideOf(known.field(entry + name), own[name], others[name]) === 'one',
  );
}

function addedAt({ rows }: KnownRecord, id: number): string | undefined {
  const added = rows.find(({ kind, changes = [] }) => {
    const product = changes.find(({ field }) => field === `items.${id}.product_id`);
    return kind === 'created' || (product && 'from' in product && product.from === null);
  });
  return added?.at;
}
