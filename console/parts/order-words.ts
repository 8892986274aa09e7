import type { OrderStatus, PaymentStatus } from '#clients/typescript/src/main.ts';

/** Sorted by an order's usual progress. The final states rejected, cancelled and returned come last. */
export const orderStates = [
  ...(['pending', 'confirmed', 'preparing', 'shipped', 'delivered'] as const),
  ...(['rejected', 'cancelled', 'returned'] as const),
] satisfies readonly OrderStatus[];

type PaymentWord = 'cashOnDelivery' | 'card' | 'wallet' | 'bankTransfer';

/** The text keys of the payment methods, by the method's number in the API. */
export const paymentMethods: ReadonlyMap<number, PaymentWord> = new Map([
  [1, 'cashOnDelivery'],
  [2, 'card'],
  [3, 'wallet'],
  [4, 'bankTransfer'],
]);

/** How far an order is paid, from unpaid to refunded. */
export const paymentStatuses = [
  ...(['unpaid', 'authorised', 'part_paid', 'paid'] as const),
  ...(['overpaid', 'part_refunded', 'refunded'] as const),
] satisfies readonly PaymentStatus[];
