/** The meaning of a state of an order. Rules use these columns, and never test for a state by its name. */
interface StateMeaning<State extends string> {
  /** The states to which an admin can change the order. */
  next: readonly State[];
  /** False for the final states. `filters[status]=1` matches live orders, `filters[status]=0` orders in final states. */
  isLive: boolean;
  /**
   * Where the units of the lines are: `held` for the order, `delivered`, or `returned` to the stock. New lines take units from
   * the stock only if the value is `held`.
   */
  stock: 'held' | 'delivered' | 'returned';
  needsReason?: true;
  isCancellable?: true;
  /** Whether staff can change the order's lines and fields in one command (a change set). */
  isChangeable?: true;
  /** Whether only staff, or customers too, may request a return of the order's goods. Absent: the goods cannot be returned. */
  takesReturns?: 'from_staff' | 'from_everybody';
}

// `NoInfer` makes the compiler reject a next state that is not itself a key of the table.
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
    isChangeable: true,
  },
  confirmed: {
    next: ['preparing', 'rejected', 'cancelled'],
    isLive: true,
    stock: 'held',
    isChangeable: true,
  },
  preparing: { next: ['shipped', 'cancelled'], isLive: true, stock: 'held', isChangeable: true },
  shipped: { next: ['delivered', 'returned'], isLive: true, stock: 'held', takesReturns: 'from_staff' },
  delivered: { next: ['returned'], isLive: true, stock: 'delivered', takesReturns: 'from_everybody' },
  rejected: { next: [], isLive: false, stock: 'returned', needsReason: true },
  cancelled: { next: [], isLive: false, stock: 'returned' },
  returned: { next: [], isLive: false, stock: 'returned' },
});

export type OrderState = keyof typeof states;

export const orderStates = Object.keys(states) as OrderState[];
export const liveStates = orderStates.filter((state) => states[state].isLive);
export const finalStates = orderStates.filter((state) => !states[state].isLive);
export const stockHoldingStates = orderStates.filter((state) => states[state].stock === 'held');

export const changeableStates = orderStates.filter((state) => states[state].isChangeable === true);
export function statesWithReturns(area: 'admin' | 'client'): readonly OrderState[] {
  const isFor = (takes: StateMeaning<OrderState>['takesReturns']) =>
    area === 'admin' ? takes !== undefined : takes === 'from_everybody';
  return orderStates.filter((state) => isFor(states[state].takesReturns));
}

export const stateAfterCheckout: OrderState = 'pending';
/** The new state of an order when an admin clears its status. */
export const stateWhenCleared: OrderState = 'rejected';
export const stateWhenCancelled: OrderState = 'cancelled';
/** The new state of an order when all its goods came back. */
export const stateWhenReturned: OrderState = 'returned';

export function needsReason(to: OrderState): boolean {
  return states[to].needsReason === true;
}

export function nextStates(from: OrderState, area: 'admin' | 'client'): readonly OrderState[] {
  if (area === 'admin') return states[from].next;
  return states[from].isCancellable === true ? [stateWhenCancelled] : [];
}
