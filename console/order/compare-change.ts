import type { Order, OrderItem } from '#clients/typescript/src/main.ts';
import {
  arranged,
  figureFields,
  orderField,
  orderFieldNames,
  type OrderFieldName,
} from '../data/order-fields.ts';
import { shopClock } from '../format/shop-clock.ts';
import type { OrderChange } from './order-change.ts';

export type ComparedField =
  | { of: 'order'; name: OrderFieldName }
  | { of: 'line'; name: LineFieldName; line: number; product: OrderItem['product'] }
  | { of: 'new-line'; product: string };

const comparedFields = arranged(orderFieldNames, {
  first: ['status', 'reject_reason', 'order_number', 'user_id', 'address_id', 'payment_method'],
  last: figureFields,
});
const lineFields = ['product_id', 'amount', 'main_price', 'discount_amount'] as const;
type LineFieldName = (typeof lineFields)[number];

/** Null is an empty field. Undefined means that the line does not exist. */
export type ComparedValue = string | number | null | undefined;

export interface ComparedRow {
  field: ComparedField;
  before: ComparedValue;
  /** Absent when my change does not touch the field. */
  mine?: ComparedValue;
  /** Absent when the other users did not change the field. */
  theirs?: ComparedValue;
}

/**
 * Compares my unsent change with what other users saved meanwhile. `seen` is the order when my change began; `theirs` is the
 * current order. My times are in the shop's time zone, as I typed them. The orders' times are in UTC, so this function
 * converts them.
 */
export function compareChange(
  seen: Order,
  mine: OrderChange,
  theirs: Order,
  timeZone: string,
): ComparedRow[] {
  return [
    ...ownRows(seen, mine, theirs, timeZone),
    ...lineRows(seen, mine, theirs),
    ...newLineRows(seen, mine, theirs),
  ];
}

export function isContested(row: ComparedRow): boolean {
  return 'mine' in row && 'theirs' in row && row.mine !== row.theirs;
}

function ownRows(seen: Order, mine: OrderChange, theirs: Order, timeZone: string): ComparedRow[] {
  const valueOf = (order: Order, name: OrderFieldName) => {
    const value = order[name];
    return typeof value === 'string' && orderField(name).kind === 'moment'
      ? shopClock(value, timeZone)
      : value;
  };
  const body: Partial<Record<OrderFieldName, ComparedValue>> = mine.kind === 'change' ? mine.body : {};
  return comparedFields.flatMap((name) =>
    changedRow({ of: 'order', name }, valueOf(seen, name), {
      mine: name in body ? body[name] : unchanged,
      theirs: valueOf(theirs, name),
    }),
  );
}

function lineRows(seen: Order, mine: OrderChange, theirs: Order): ComparedRow[] {
  return seen.items.flatMap((line) => {
    const theirLine = theirs.items.find(({ id }) => id === line.id);
    return lineFields.flatMap((name) => {
      const rows = changedRow({ of: 'line', name, line: line.id, product: line.product }, line[name], {
        mine: mineOfLine(mine, line.id, name),
        theirs: theirLine?.[name],
      });
      // If another user deleted a line, show this only at the line's amount. Other rows of the line appear only if my change has
      // them.
      const isShownAlready = theirLine === undefined && name !== 'amount';
      return isShownAlready ? rows.filter((row) => 'mine' in row) : rows;
    });
  });
}

function newLineRows(seen: Order, mine: OrderChange, theirs: Order): ComparedRow[] {
  const known = new Set(seen.items.map(({ id }) => id));
  const added = theirs.items.filter(({ id }) => !known.has(id));
  const rows = added.map(({ product, amount }): ComparedRow => {
    return { field: { of: 'new-line', product: product.name }, before: undefined, theirs: amount };
  });
  if (mine.kind === 'add') {
    const field = { of: 'new-line', product: mine.productName } as const;
    rows.push({ field, before: undefined, mine: mine.body.amount });
  }
  return rows;
}

const unchanged = Symbol('unchanged');

function mineOfLine(mine: OrderChange, line: number, name: LineFieldName): ComparedValue | typeof unchanged {
  if (mine.kind === 'remove' && mine.line === line) return name === 'amount' ? undefined : unchanged;
  if (mine.kind !== 'line' || mine.line !== line || !(name in mine.body)) return unchanged;
  return mine.body[name];
}

/** The field's row. Empty if no user changed the field. */
function changedRow(
  field: ComparedField,
  before: ComparedValue,
  { mine, theirs }: { mine: ComparedValue | typeof unchanged; theirs: ComparedValue },
): ComparedRow[] {
  const isMine = mine !== unchanged && mine !== before;
  const isTheirs = theirs !== before;
  if (!isMine && !isTheirs) return [];
  return [{ field, before, ...(isMine && { mine }), ...(isTheirs && { theirs }) }];
}
