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

/** What the app keeps (`localStorage`, `AsyncStorage`): the key of an order that it does not know the end of. */
export interface Kept {
  get: () => string | null;
  set: (key: string | null) => void;
}

/** The button. Pressed again after the app was closed or the network was gone, it still makes one order. */
export async function placeOrder(
  client: Client,
  addressId: number,
  kept: Kept,
): Promise<ClientOrder | string[]> {
  const key = kept.get() ?? storefront.newIdempotencyKey();
  kept.set(key);
  const body = { payment_method: 1, address_id: addressId } as const;
  try {
    const order = await storefront.ordersCheckout({ client, body, headers: { 'Idempotency-Key': key } });
    kept.set(null);
    return order;
  } catch (error) {
    // Refused for good: the next press is a new order. Anything else is the same order once more.
    const isDecided = error instanceof storefront.StoreError && error.status >= 400 && error.status < 500;
    if (isDecided && error.code !== 'too_many_requests') kept.set(null);
    return messagesOf(error);
  }
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
