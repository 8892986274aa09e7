import { useSyncExternalStore } from 'react';
import { observed } from './observed.ts';

/** How many orders arrived since the user last looked at the orders. */
export const unseenOrders = observed(0);

export function useUnseenOrders(): number {
  return useSyncExternalStore(unseenOrders.subscribe, unseenOrders.get);
}
