import { observed } from './observed.ts';

/** Counts the orders that arrived since the user last looked at the list of orders. */
export const unseenOrders = observed(0);
