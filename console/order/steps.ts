import type { Order, OrderStatus } from '#clients/typescript/src/main.ts';
import { orderStates } from '../parts/order-words.ts';

export const way: readonly OrderStatus[] = orderStates.slice(0, orderStates.indexOf('delivered') + 1);

interface Step {
  state: OrderStatus;
  /** When the order reached the state. Undefined if it has not reached the state. */
  at: string | undefined;
}

/**
 * The states that an order passes through, with the time of each state that it has reached. A final state such as cancelled is
 * the last one.
 */
export function stepsOf({
  status,
  history,
  created_at: placed,
}: Pick<Order, 'status' | 'history' | 'created_at'>): Step[] {
  const reached = new Map(history.map(({ to, at }) => [to, at]));
  const first = history[0]?.from ?? history[0]?.to ?? status;
  if (!reached.has(first)) reached.set(first, placed);
  const step = (state: OrderStatus): Step => ({ state, at: reached.get(state) });
  if (way.includes(status)) {
    const now = way.indexOf(status);
    // A state has no time if the order skipped the state or went back to an earlier one.
    return way.map((state, index) => (index <= now ? step(state) : { state, at: undefined }));
  }
  return [...way.filter((state) => reached.has(state)).map(step), step(status)];
}
