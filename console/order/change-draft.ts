import type {
  NewLineChange,
  Order,
  OrderChange,
  OrdersChangeBody,
  OrderStatus,
  Product,
} from '#clients/typescript/src/main.ts';
import { typedAmount } from './typed-figure.ts';

/** The states of an order in which the API accepts a change set (several changes in one request). */
export const changeableStates: readonly OrderStatus[] = ['pending', 'confirmed', 'preparing'];

export interface AddedLine {
  product: Product;
  amount: string;
}

/** A change set as staff have typed it so far. */
export interface ChangeDraft {
  /** Typed amounts, by the item's id. */
  amounts: ReadonlyMap<number, string>;
  added: readonly AddedLine[];
  /** Undefined while the discount is not changed. */
  discount: string | undefined;
  notes: string;
  paysBack: boolean;
}

type Before = Pick<Order, 'items' | 'notes'>;

export function unchangedDraft({ notes }: Pick<Order, 'notes'>): ChangeDraft {
  return { amounts: new Map(), added: [], discount: undefined, notes: notes ?? '', paysBack: false };
}

export type LineKey = `item ${number}` | `product ${number}`;

interface ChangeLine {
  key: LineKey;
  line: NewLineChange;
}

/** The lines to send. In its errors, the API refers to a line by the line's index in this list. */
export function changedLines(
  { items }: Pick<Order, 'items'>,
  { amounts, added }: Pick<ChangeDraft, 'amounts' | 'added'>,
): ChangeLine[] {
  return [
    ...items.flatMap(({ id, amount }): ChangeLine[] => {
      const typed = typedAmount(amounts.get(id) ?? String(amount));
      return typed === amount ? [] : [{ key: `item ${id}`, line: asLine({ item_id: id, amount: typed }) }];
    }),
    ...added.map(({ product: { id }, amount }): ChangeLine => ({
      key: `product ${id}`,
      line: asLine({ product_id: id, amount: typedAmount(amount) }),
    })),
  ];
}

/** The request's body. Undefined if the typed values change nothing in the order. */
export function changeBody(order: Before, draft: ChangeDraft): OrdersChangeBody | undefined {
  const lines = changedLines(order, draft).map(({ line }) => line);
  const { discount, paysBack } = draft;
  const notes = draft.notes.trim();
  const areNotesSame = notes === (order.notes ?? '').trim();
  if (lines.length === 0 && discount === undefined && areNotesSame) return undefined;
  return {
    ...(lines.length > 0 && { lines }),
    ...(discount !== undefined && { discount_amount: typedAmount(discount) }),
    ...(!areNotesSame && { notes: notes === '' ? null : notes }),
    ...(paysBack && { refund: 'due' }),
  } as OrdersChangeBody;
}

interface Settled {
  before: Pick<Order, 'paid'>;
  money: Pick<OrderChange['money'], 'due_after' | 'refunded'>;
}

/**
 * The amount that a change pays back, or would pay back if staff chose that option. The shop may owe more than that, because an
 * amount that was refunded earlier is no longer in the payments.
 */
export function paidBackBy({ before: { paid }, money: { due_after: due, refunded } }: Settled): number {
  return refunded > 0 ? refunded : Math.max(0, Math.min(-due, paid));
}

/** Sends a typed amount as it is, because the API reports an amount that is not a number. */
function asLine(line: { item_id?: number; product_id?: number; amount: number | string }): NewLineChange {
  return line as NewLineChange;
}
