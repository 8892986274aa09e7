import {
  newIdempotencyKey,
  shopOrdersCheckout,
  StoreError,
  type Client,
  type ClientOrder,
  type ShopOrdersCheckoutData,
} from '../../typescript/src/main.ts';

type Body = ShopOrdersCheckoutData['body'];

/** A checkout with an unknown outcome. Sending it again with the same key and body still places only one order. */
interface PendingCheckout {
  key: string;
  body: Body;
  /** Unix time in milliseconds. */
  savedAt: number;
}

/** The part of `localStorage` that this module uses. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const name = 'example-shop.pending-checkout';
// The store remembers an idempotency key for 24 hours. A retry after that time could place a second order.
const maxAgeMs = 23 * 3_600_000;

export function pendingCheckout(storage: KeyValueStorage, now = Date.now()): PendingCheckout | null {
  const text = storage.getItem(name);
  if (text === null) return null;
  const checkout = JSON.parse(text) as PendingCheckout;
  if (now - checkout.savedAt < maxAgeMs) return checkout;
  storage.removeItem(name);
  return null;
}

/** Stores the checkout before its first request, so that it survives a reload. Does not replace a pending checkout. */
export function saveCheckout(storage: KeyValueStorage, body: Body, now = Date.now()): void {
  if (pendingCheckout(storage, now) !== null) return;
  const checkout: PendingCheckout = { key: newIdempotencyKey(), body, savedAt: now };
  storage.setItem(name, JSON.stringify(checkout));
}

/** Sends the checkout, for the first time or as a retry. Removes it from storage after a final response. */
export async function sendCheckout(
  client: Client,
  storage: KeyValueStorage,
  { key, body }: PendingCheckout,
): Promise<ClientOrder> {
  try {
    const order = await shopOrdersCheckout({ client, body, headers: { 'Idempotency-Key': key } });
    storage.removeItem(name);
    return order;
  } catch (error) {
    if (isDecided(error)) storage.removeItem(name);
    throw error;
  }
}

/** Abandons a checkout with an unknown outcome. The next checkout is then a new order. */
export function leaveCheckout(storage: KeyValueStorage): void {
  storage.removeItem(name);
}

// The store may respond to a retry with these statuses even if an earlier try is running or has succeeded. So
// the outcome stays unknown.
const undecided = new Set([401, 403, 408, 429]);

/**
 * Whether the store denies this shopper access. The denial may be permanent, and reveals nothing about the outcome of earlier
 * tries.
 */
export function isForbidden(error: unknown): boolean {
  return error instanceof StoreError && error.status === 403;
}

/** Whether the store's error is final. If so, the next checkout is a new order. */
export function isDecided(error: unknown): boolean {
  if (!(error instanceof StoreError)) return false;
  const { status } = error;
  return status >= 400 && status < 500 && !undecided.has(status);
}
