import { useSyncExternalStore } from 'react';
import { observed } from './observed.ts';

/** Orders that came in since the orders were looked at last. */
export const unseenOrders = observed(0);

export function useUnseenOrders(): number {
  return useSyncExternalStore(unseenOrders.subscribe, unseenOrders.get);
}
