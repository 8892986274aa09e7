import * as storefront from '../src/main.ts';
import type { Client, ClientOrder } from '../src/main.ts';

/** One client for the signed-in shopper. `signIn` is the app's: it is asked again when a token is no longer taken. */
export function shopOf(baseUrl: string, signIn: () => Promise<string>, language: 'en' | 'ar'): Client {
  return storefront.createClient({ baseUrl, language, token: signIn });
}

/** A search box: the search before is given up by its signal. */
export async function search(client: Client, words: string, signal?: AbortSignal) {
  const { data } = await storefront.shopProductsList({ client, query: { search: words }, signal });
  return data.map(({ id, name, price }) => ({ id, name, price }));
}

/** Kept by the app (`localStorage`, `AsyncStorage`): an order whose outcome it does not know. */
export interface Kept {
  get: () => PendingOrder | null;
  set: (order: PendingOrder | null) => void;
}

export interface PendingOrder {
  key: string;
  addressId: number;
}

/** The button. Pressed again after the app was closed or the network was gone, it still makes one order. */
export async function placeOrder(
  client: Client,
  addressId: number,
  kept: Kept,
): Promise<ClientOrder | string[]> {
  // A pending order is sent as it was, even if another address is chosen by now.
  const order = kept.get() ?? { key: storefront.newIdempotencyKey(), addressId };
  kept.set(order);
  const body = { payment_method: 1, address_id: order.addressId } as const;
  const headers = { 'Idempotency-Key': order.key };
  try {
    const placed = await storefront.ordersCheckout({ client, body, headers });
    kept.set(null);
    return placed;
  } catch (error) {
    if (isDecided(error)) kept.set(null);
    return messagesOf(error);
  }
}

/** Refused for good: the next press is a new order. After anything else it is the same order again. */
function isDecided(error: unknown): boolean {
  if (!(error instanceof storefront.StoreError)) return false;
  // A try can be refused with these while an earlier one is still being done, or was done.
  const isUndecided = [401, 403, 408, 429].includes(error.status);
  return error.status >= 400 && error.status < 500 && !isUndecided;
}

/** What to show, in the shopper's language. */
function messagesOf(error: unknown): string[] {
  if (error instanceof storefront.OutOfStock) {
    return error.products.map(({ product_id, available }) => `${product_id}: ${available}`);
  }
  if (!(error instanceof storefront.StoreError)) throw error;
  const fields = Object.values(error.fields).flat();
  return fields.length > 0 ? fields : [error.message];
}
