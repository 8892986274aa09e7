import { stateAfterCheckout, states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { auditRepair, type KnownField, type KnownRecord } from '#shared/engine/decide/known-record.ts';
import type { HistoryEntry, Order } from '../records/tables.ts';

/** The status and history to write. Null: the order is consistent. A text: the reason why an operator must decide. */
type JudgedHistory = Pick<Order, 'status' | 'history'> | null | string;

/**
 * Decides whether an order's status or its history is correct, by the status that commands wrote. The repair
 * only adds entries to the history: if the history ends with another status, an entry that leads to the
 * correct status. `isInText`: whether one of the
 * order's search texts has this status.
 */
export function judgeHistory(
  order: Pick<Order, 'status' | 'cart_version'> & { history: unknown },
  known: KnownRecord,
  { by, at, isInText }: { by: string; at: string; isInText: (status: OrderState) => boolean },
): JudgedHistory {
  const history = Array.isArray(order.history) ? (order.history as HistoryEntry[]) : [];
  const last = history.at(-1)?.to ?? null;
  if (last === order.status) return null;
  const left = statusLeft(order, known, last, isInText);
  if (left.is === 'written') {
    if (!isState(left.value)) return `the ledger has a status that is none: ${String(left.value)}`;
    const status = left.value;
    const kept = history.length > 0 ? history : (historyOf(known, status) ?? []);
    const from = kept.at(-1)?.to ?? null;
    return {
      status,
      history: from === status ? kept : [...kept, { at, by, from, to: status, reason: null }],
    };
  }
  // The order has no history, so a new entry overwrites nothing.
  if (last === null)
    return { status: order.status, history: [{ at, by, from: null, to: order.status, reason: null }] };
  return known.gap ?? 'no command has changed the status, and nothing else says what the order began with';
}

/**
 * The status that commands wrote. If no command changed the status, a checkout still has the status in which every checkout
 * begins. For any other order, the search text shows the status.
 */
function statusLeft(
  { status, cart_version: cart }: Pick<Order, 'status' | 'cart_version'>,
  known: KnownRecord,
  last: OrderState | null,
  isInText: (status: OrderState) => boolean,
): KnownField {
  const left = known.field('status');
  if (left.is === 'written') return left;
  if (left.is === 'as created' && typeof cart === 'number')
    return { is: 'written', value: stateAfterCheckout };
  const inText = [status, last].filter((one) => one !== null && isInText(one));
  return inText.length === 1 ? { is: 'written', value: inText[0] } : left;
}

function isState(value: unknown): value is OrderState {
  return typeof value === 'string' && Object.hasOwn(states, value);
}

/** Rebuilds the history that ends with `status` from the ledger. Null if the ledger starts after the order's creation. */
function historyOf({ rows, gap }: KnownRecord, status: OrderState): HistoryEntry[] | null {
  if (gap !== null) return null;
  const entries: HistoryEntry[] = [];
  let began = status;
  for (const { at, by, kind, via, changes = [], reason = null, last } of rows) {
    // The order was deleted and restored. The order's ledger rows lack the history entry that the restore added.
    if (last) return null;
    const moved = changes.find(({ field }) => field === 'status');
    const author = by ? `${by.area}:${by.subject}` : unknownAuthor;
    if (kind === 'created') entries.push({ at, by: author, from: null, to: began, reason });
    // Skips repairs, because a repair only sets the status back to the value that a command wrote.
    if (!moved || via?.type === auditRepair) continue;
    const [from, to] = 'to' in moved ? [moved.from, moved.to] : [];
    if (!isState(from) || !isState(to)) return null;
    entries.push({ at, by: author, from, to, reason });
    began = from;
  }
  return entries.reverse();
}

const unknownAuthor = 'unknown';
