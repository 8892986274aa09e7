/** What it means for an order to be in a state: the rules ask this table, never a state's name. */
interface StateMeaning<State extends string> {
  /** The states that an admin can move the order to. */
  next: readonly State[];
  /** Live orders are `filters[status]=1`, the fallen ones `filters[status]=0`. */
  isLive: boolean;
  /**
   * Where the units are that its lines took: `held` for the order, `delivered` to the customer, or `returned` to the stock.
   * Only lines of an order that holds stock take any.
   */
  stock: 'held' | 'delivered' | 'returned';
  /** Moving there takes a `reject_reason`. */
  needsReason?: true;
  /** The shopper can still cancel it. */
  isCancellable?: true;
}

// `NoInfer`: a next state that has no row does not compile.
function table<State extends string>(rows: Record<State, StateMeaning<NoInfer<State>>>) {
  return rows;
}

/** The order's states (contract §5). */
export const states = table({
  pending: {
    next: ['confirmed', 'rejected', 'cancelled'],
    isLive: true,
    stock: 'held',
    isCancellable: true,
  },
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
export const fallenStates = orderStates.filter((state) => !states[state].isLive);
export const stockHoldingStates = orderStates.filter((state) => states[state].stock === 'held');

/** The state of an order that a checkout makes. */
export const stateAfterCheckout: OrderState = 'pending';
/** Where an admin moves an order by clearing its status. */
export const stateWhenCleared: OrderState = 'rejected';
/** Where a shopper moves an order by cancelling it. */
export const stateWhenCancelled: OrderState = 'cancelled';

/** Whether moving an order there takes a `reject_reason`. */
export function needsReason(to: OrderState): boolean {
  return states[to].needsReason === true;
}

/** The states that an order can be moved to by an admin, or by the shopper whose order it is. */
export function nextStates(from: OrderState, area: 'admin' | 'client'): readonly OrderState[] {
  if (area === 'admin') return states[from].next;
  return states[from].isCancellable === true ? [stateWhenCancelled] : [];
}
