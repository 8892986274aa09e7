import type { OrderStatus } from '#clients/typescript/src/main.ts';

/** In the order in which an order goes through them; the fallen ones last. */
export const orderStates = [
  ...(['pending', 'confirmed', 'preparing', 'shipped', 'delivered'] as const),
  ...(['rejected', 'cancelled', 'returned'] as const),
] satisfies readonly OrderStatus[];

export type PaymentWord = 'cashOnDelivery' | 'card' | 'wallet' | 'bankTransfer';

/** Each payment method's text, by the number that the API has for it. */
export const paymentMethods: ReadonlyMap<number, PaymentWord> = new Map([
  [1, 'cashOnDelivery'],
  [2, 'card'],
  [3, 'wallet'],
  [4, 'bankTransfer'],
]);
