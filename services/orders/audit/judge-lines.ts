import type { AuditRuleName } from '#shared/contracts/audit-rules.ts';
import { changedAt, contradicts, sideOf, type KnownRecord } from '#shared/engine/decide/known-record.ts';
import { isSame } from '#shared/engine/decide/versioned-record.ts';
import type { Order, OrderItem } from '../records/tables.ts';
import { copiedFields, type AuditedRow } from './row-findings.ts';

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
   * Whether the audit repairs the row in `order_items`: it writes the row from the order, or removes it. False: an operator must
   * decide.
   */
  isRepaired: boolean;
}

/**
 * Decides whether an order's rows in `order_items` can be written again from the order. If the order was damaged, its rows are the
 * only intact copy of its lines. So a row is removed or overwritten only if the ledger or an event shows that the order is
 * correct. The result is keyed by line id.
 */
export function judgeLines(evidence: LineEvidence): Map<number, JudgedLine> {
  const { order, rows } = evidence;
  const rowsById = new Map(rows.map((row) => [row._id, row]));
  const found = new Map<number, JudgedLine>();
  for (const line of order.items) {
    const row = rowsById.get(line.id);
    rowsById.delete(line.id);
    const judged = row ? judgeBoth(line, row, evidence) : judgeWithoutRow(line, evidence);
    if (judged) found.set(line.id, judged);
  }
  for (const row of rowsById.values())
    if (row.order_id === order._id) found.set(row._id, judgeWithoutLine(row, evidence));
  return found;
}

function judgeWithoutRow(line: OrderItem, { order, known }: LineEvidence): JudgedLine {
  const detail = `orders/${order._id} has the line, the list does not`;
  const rule = 'item-row-missing' as const;
  const wrong = contradictions(known, line);
  if (wrong.length === 0) return { rule, detail, isRepaired: true };
  return { rule, detail: `${detail}; commands set other values of ${wrong.join(', ')}`, isRepaired: false };
}

function judgeWithoutLine(row: AuditedRow, evidence: LineEvidence): JudgedLine {
  const { order, known, deleted } = evidence;
  const state = stateOfLine(known, row._id);
  const extra = (isRepaired: boolean, why: string): JudgedLine => ({
    rule: 'item-row-extra',
    detail: `the list has the line under orders/${order._id}, ${why}`,
    isRepaired,
  });
  // The row may be the last copy of a line. Either an older version of this order was restored, or the line belongs to another
  // order.
  if (isNewer(row, order)) return extra(false, 'at a later version of the order');
  if (state === 'never there') return extra(false, 'which never had it');
  if (state === 'removed' || (state === 'not known' && deleted.has(row._id)))
    return extra(true, 'and a command removed it');
  const units = `${row.amount} of product ${row.product_id} at ${row.main_price} (in minor units)`;
  const why =
    state === 'there'
      ? 'no command removed it'
      : (known.gap ?? 'no command removed it, and nothing proves that the order had it');
  return {
    rule: 'item-lost',
    detail: `orders/${order._id} lost the line: ${units}; ${why}`,
    isRepaired: false,
  };
}

/** Whether a row of `order_items` has a later version than its order. In that case, an older version replaced the order. */
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

const moments = ['created_at', 'updated_at'] as const;

/** Judges a line that has a row in `order_items`. Null: line and row agree. */
function judgeBoth(line: OrderItem, row: AuditedRow, { order, known }: LineEvidence): JudgedLine | null {
  const isOthers = row.order_id !== order._id;
  const wrong = copiedFields.filter((field) => !isSame(row[field], line[field]));
  if (wrong.length === 0 && !isOthers) return null;
  const rule = isOthers ? ('item-row-missing' as const) : ('item-row-differs' as const);
  const detail = isOthers
    ? `orders/${order._id} has the line, the list has it under orders/${row.order_id}`
    : `${wrong.join(', ')} differ from orders/${order._id}`;
  const left = (why: string): JudgedLine => ({ rule, detail: `${detail}; ${why}`, isRepaired: false });
  if (isNewer(row, order)) return left('the list has a later version of the order');
  if (isOthers && stateOfLine(known, line.id) !== 'there')
    return left('the ledger does not prove which order it belongs to');
  const unproven = wrong.filter((field) => !isProven(field, line, row, known));
  if (unproven.length > 0) return left(`the ledger does not prove the order’s ${unproven.join(', ')}`);
  return { rule, detail: `${detail}; the order is right`, isRepaired: true };
}

/** Whether commands wrote the order's value of a field in which order and row differ. */
function isProven(
  field: (typeof copiedFields)[number],
  line: OrderItem,
  row: AuditedRow,
  known: KnownRecord,
): boolean {
  if (field === 'product') return isProductProven(line, row, known);
  if (isMoment(field)) return line[field] === momentOf(field, line.id, known);
  return sideOf(known.field(`items.${line.id}.${field}`), line[field], row[field]) === 'one';
}

/** Judges only the product's names. `product.id` always equals `product_id`, which is judged separately. */
function isProductProven(line: OrderItem, row: AuditedRow, known: KnownRecord): boolean {
  return (['en', 'ar'] as const).every((language) => {
    const [own, other] = [line.product[language].name, row.product[language].name];
    return own === other || sideOf(known.field(nameField(line.id, language)), own, other) === 'one';
  });
}

function nameField(id: number, language: 'en' | 'ar'): string {
  return `items.${id}.product.${language}.name`;
}

function isMoment(field: string): field is (typeof moments)[number] {
  return (moments as readonly string[]).includes(field);
}

/** When commands added or last changed the line; null if that is unknown. */
function momentOf(field: (typeof moments)[number], id: number, known: KnownRecord): string | null {
  if (known.gap !== null) return null;
  return field === 'updated_at' ? changedAt(known, `items.${id}.`) : addedAt(known, id);
}

function addedAt({ rows }: KnownRecord, id: number): string | null {
  const added = rows.find(({ kind, changes = [] }) => {
    const product = changes.find(({ field }) => field === `items.${id}.product_id`);
    return kind === 'created' || (product && 'from' in product && product.from === null);
  });
  return added?.at ?? null;
}

const comparedFields = [
  'product_id',
  'amount',
  'main_price',
  'manufacturing_price',
  'discount_amount',
] as const;

/** The fields of a line that differ from the values that commands wrote. These are all fields if commands removed the line. */
function contradictions(known: KnownRecord, line: OrderItem): string[] {
  const names = (['en', 'ar'] as const)
    .filter((language) => contradicts(known.field(nameField(line.id, language)), line.product[language].name))
    .map((language) => `product.${language}.name`);
  const wrong = comparedFields.filter((field) =>
    contradicts(known.field(`items.${line.id}.${field}`), line[field]),
  );
  return [...wrong, ...names];
}
