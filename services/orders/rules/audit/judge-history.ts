import { stateAfterCheckout, states, type OrderState } from '#shared/contracts/endpoints/order-states.ts';
import { auditRepair, type KnownField, type KnownRecord } from '#shared/decide/known-record.ts';
import type { HistoryEntry, Order } from '../tables.ts';

/** The status and the history that the audit writes; null: it leaves them as they are. A text: why a person decides. */
export type JudgedHistory = Pick<Order, 'status' | 'history'> | null | string;

/**
 * Decides between an order's status and its history by the status that commands left. No entry is removed: a history that ends elsewhere
 * gets an entry that leads to the status. `isInText`: whether a text for `search` has the order in this state; it repeats the status.
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
  // Without a history there is nothing that the repair would overwrite.
  if (last === null)
    return { status: order.status, history: [{ at, by, from: null, to: order.status, reason: null }] };
  return known.gap ?? 'no command has changed the status, and nothing else says what the order began with';
}

/** The status that commands left. Every checkout begins with the same one; the text for `search` shows it for other orders that never moved. */
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

/** The history as the ledger has it; null: the ledger does not reach back to the creation. `status`: where the last change led. */
function historyOf({ rows, gap }: KnownRecord, status: OrderState): HistoryEntry[] | null {
  if (gap !== null) return null;
  const entries: HistoryEntry[] = [];
  let began = status;
  for (const { at, by, kind, via, changes = [], reason = null, last } of rows) {
    // The order was deleted and restored: its rows lack the entry that the restore added to its history.
    if (last) return null;
    const moved = changes.find(({ field }) => field === 'status');
    const author = by ? `${by.area}:${by.subject}` : unknownAuthor;
    if (kind === 'created') entries.push({ at, by: author, from: null, to: began, reason });
    // A repair of the audit put the status back to what it had been.
    if (!moved || via?.type === auditRepair) continue;
    const [from, to] = 'to' in moved ? [moved.from, moved.to] : [];
    if (!isState(from) || !isState(to)) return null;
    entries.push({ at, by: author, from, to, reason });
    began = from;
  }
  return entries.reverse();
}

const unknownAuthor = 'unknown';
