/** Rules use this table, never a state's name. */
interface StateMeaning<State extends string> {
  /** The states to which an admin can change the order. */
  next: readonly State[];
  /** Live orders match `filters[status]=1`, orders in final states `filters[status]=0`. */
  isLive: boolean;
  /**
   * Where the units of the order's lines are: `held` for the order, `delivered` to the customer, or `returned` to the
   * stock. Adding a line takes units only while the state is `held`.
   */
  stock: 'held' | 'delivered' | 'returned';
  needsReason?: true;
  isCancellable?: true;
}

// `NoInfer` makes the compiler reject a next state that is not itself a key of the table.
function table<State extends string>(rows: Record<State, StateMeaning<NoInfer<State>>>) {
  return rows;
}

/** The order's states (contract §5). */
export const states = table({
  pending: { next: ['confirmed', 'rejected', 'cancelled'], isLive: true, stock: 'held', isCancellable: true },
  confirmed: { next: ['preparing', 'rejected', 'cancelled'], isLive: true, stock: 'held' },
  preparing: { next: ['shipped', 'cancelled'], isLive: true, stock: 'held' },
  shipped: { next: ['delivered', 'returned'], isLive: true, stock: 'held' },
  delivered: { next: ['returned'], isLive: true, stock: 'delivered' },
  rejected: { next: [], isLive: false, stock: 'returned', needsReason: true },
  cancelled: { next: [], isLive: false, stock: 'returned' },
  returned: { next: [], isLive: false, stock: 'returned' },
});

export type OrderState = keyof typeof states;

export const orderStates = Object.keys(states) as OrderState[];
export const liveStates = orderStates.filter((state) => states[state].isLive);
export const finalStates = orderStates.filter((state) => !states[state].isLive);
export const stockHoldingStates = orderStates.filter((state) => states[state].stock === 'held');

export const stateAfterCheckout: OrderState = 'pending';
/** The new state of an order when an admin clears its status. */
export const stateWhenCleared: OrderState = 'rejected';
export const stateWhenCancelled: OrderState = 'cancelled';

export function needsReason(to: OrderState): boolean {
  return states[to].needsReason === true;
}

export function nextStates(from: OrderState, area: 'admin' | 'client'): readonly OrderState[] {
  if (area === 'admin') return states[from].next;
  return states[from].isCancellable === true ? [stateWhenCancelled] : [];
}
