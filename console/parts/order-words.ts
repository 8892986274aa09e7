import type { OrderStatus } from '#clients/typescript/src/main.ts';
import type { partTexts } from './texts.ts';

/** In the order in which an order goes through them; the fallen ones last. */
export const orderStates = [
  ...(['pending', 'confirmed', 'preparing', 'shipped', 'delivered'] as const),
  ...(['rejected', 'cancelled', 'returned'] as const),
] satisfies readonly OrderStatus[];

/** Each payment method's text. */
export const paymentMethods: ReadonlyMap<number, keyof typeof partTexts> = new Map([
  [1, 'cashOnDelivery'],
  [2, 'card'],
  [3, 'wallet'],
  [4, 'bankTransfer'],
]);
