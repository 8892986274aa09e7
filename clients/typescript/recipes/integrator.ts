import * as storefront from '../src/main.ts';
import type { Client, Order } from '../src/main.ts';

/** A job on a server: patient, and it says what its requests were called. */
export function jobClient(baseUrl: string, token: () => Promise<string>): Client {
  return storefront.createClient({ baseUrl, token, timeoutMs: 15 * 60_000, tryTimeoutMs: 30_000 });
}

/** Every order of a day, in memory one page at a time. */
export async function* ordersOf(client: Client, day: string): AsyncGenerator<Order> {
  yield* storefront.ordersList({
    client,
    query: { filters: { created_at: day }, sort: 'id', per_page: 200 },
  });
}

/** Taken over from another system once, however often the job is run: its own number is the key. */
export async function importProduct(
  client: Client,
  article: { number: string; price: number; name: string },
): Promise<number> {
  const text = { name: article.name, description: article.name };
  const product = await storefront.productsCreate({
    client,
    body: { price: article.price, en: text, ar: text },
    headers: { 'Idempotency-Key': `article-${article.number}` },
  });
  return product.id;
}

/** Moves an order on; `false` where it cannot go there, which is no fault of the job. */
export async function ship(client: Client, id: number, log: (line: string) => void): Promise<boolean> {
  try {
    await storefront.ordersUpdate({ client, path: { order: id }, body: { status: 'shipped' } });
    return true;
  } catch (error) {
    if (!(error instanceof storefront.StoreError)) throw error;
    log(`order ${id}: ${error.code} (${error.requestId ?? 'no answer'})`);
    if (error instanceof storefront.IllegalTransition) return false;
    throw error;
  }
}
