import * as storefront from '../src/main.ts';
import type { Client, ClientOrder } from '../src/main.ts';

/** A client for the signed-in shopper. If the store rejects a token, the app's `signIn` is called again. */
export function shopOf(baseUrl: string, signIn: () => Promise<string>, language: 'en' | 'ar'): Client {
  return storefront.createClient({ baseUrl, language, token: signIn });
}

/** Searches while the shopper types. Abort the previous search with its signal. */
export async function search(client: Client, words: string, signal?: AbortSignal) {
  const { data } = await storefront.shopProductsList({ client, query: { search: words }, signal });
  return data.map(({ id, name, price }) => ({ id, name, price }));
}

/** The app's storage (`localStorage`, `AsyncStorage`). It keeps an order whose outcome is unknown. */
export interface Kept {
  get: () => PendingOrder | null;
  set: (order: PendingOrder | null) => void;
}

export interface PendingOrder {
  key: string;
  addressId: number;
}

/**
 * Handles the order button. The shopper can press the button again after the app was closed or the network
 * failed. There is still only one order.
 */
export async function placeOrder(
  client: Client,
  addressId: number,
  kept: Kept,
): Promise<ClientOrder | string[]> {
  // A pending order is sent unchanged, even if the shopper has chosen a different address meanwhile.
  const order = kept.get() ?? { key: storefront.newIdempotencyKey(), addressId };
  kept.set(order);
  const body = { payment_method: 1, address_id: order.addressId } as const;
  const headers = { 'Idempotency-Key': order.key };
  try {
    const placed = await storefront.shopOrdersCheckout({ client, body, headers });
    kept.set(null);
    return placed;
  } catch (error) {
    if (isDecided(error)) kept.set(null);
    return messagesOf(error);
  }
}

/**
 * Abandons an order that stays pending, so that the next press creates a new order. For example, the store repeats a 403 as long as it
 * keeps the key. Then show the shopper's orders, because an earlier try may have placed the order.
 */
export function leaveOrder(kept: Kept): void {
  kept.set(null);
}

/**
 * Whether the store's error is final. If so, the next press creates a new order. After any other failure the
 * order stays pending.
 */
function isDecided(error: unknown): boolean {
  if (!(error instanceof storefront.StoreError)) return false;
  // The store may respond to a retry with these statuses even if an earlier try is running or has succeeded.
  const isUndecided = [401, 403, 408, 429].includes(error.status);
  return error.status >= 400 && error.status < 500 && !isUndecided;
}

/** The messages to show, in the shopper's language. */
function messagesOf(error: unknown): string[] {
  if (error instanceof storefront.OutOfStock) {
    return error.products.map(({ product_id, available: left }) => `${product_id}: ${left}`);
  }
  if (!(error instanceof storefront.StoreError)) throw error;
  const fields = Object.values(error.fields).flat();
  return fields.length > 0 ? fields : [error.message];
}
