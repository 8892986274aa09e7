import { newIdempotencyKey, ordersCheckout, StoreError } from '../../typescript/src/main.ts';
import type { Client, ClientOrder, OrdersCheckoutData } from '../../typescript/src/main.ts';

type Body = OrdersCheckoutData['body'];

/** A checkout whose outcome is not known. Sent again with its key and its body, it stays one order. */
interface PendingCheckout {
  key: string;
  body: Body;
  /** Unix time in milliseconds. */
  savedAt: number;
}

/** The part of `localStorage` that is needed here. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const name = 'example-shop.pending-checkout';
// The store remembers a key for 24 hours. Sent again after that, it could be a second order.
const maxAgeMs = 23 * 3_600_000;

export function pendingCheckout(storage: KeyValueStorage, now = Date.now()): PendingCheckout | null {
  const text = storage.getItem(name);
  if (text === null) return null;
  const checkout = JSON.parse(text) as PendingCheckout;
  if (now - checkout.savedAt < maxAgeMs) return checkout;
  storage.removeItem(name);
  return null;
}

/** Saves it before it is first sent, so that a reload finds it. A pending one is not replaced. */
export function saveCheckout(storage: KeyValueStorage, body: Body, now = Date.now()): void {
  if (pendingCheckout(storage, now) !== null) return;
  const checkout: PendingCheckout = { key: newIdempotencyKey(), body, savedAt: now };
  storage.setItem(name, JSON.stringify(checkout));
}

/** Sends it, for the first time or again, and removes it once the store has decided. */
export async function sendCheckout(
  client: Client,
  storage: KeyValueStorage,
  { key, body }: PendingCheckout,
): Promise<ClientOrder> {
  try {
    const order = await ordersCheckout({ client, body, headers: { 'Idempotency-Key': key } });
    storage.removeItem(name);
    return order;
  } catch (error) {
    if (isDecided(error)) storage.removeItem(name);
    throw error;
  }
}

/** Gives it up, undecided as it is: the next one is a new order, whatever became of this one. */
export function leaveCheckout(storage: KeyValueStorage): void {
  storage.removeItem(name);
}

// A try can be refused with these while an earlier one is still being done, or was done.
const undecided = new Set([401, 403, 408, 429]);

/** Whether the store does not let this shopper in: that may last, and says nothing of an earlier try. */
export function isForbidden(error: unknown): boolean {
  return error instanceof StoreError && error.status === 403;
}

/** Whether the store has refused this checkout for good: the next one is a new order. */
export function isDecided(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && !undecided.has(status);
}
