import * as storefront from '../src/main.ts';
import type { Client, FollowedEvent, Order } from '../src/main.ts';

/** A client for a job on a server, with long timeouts. */
export function jobClient(baseUrl: string, token: () => Promise<string>): Client {
  return storefront.createClient({ baseUrl, token, timeoutMs: 15 * 60_000, tryTimeoutMs: 30_000 });
}

/** Yields every order of a day and keeps only one page in memory. */
export async function* ordersOf(client: Client, day: string): AsyncGenerator<Order> {
  yield* storefront.ordersList({
    client,
    query: { filters: { created_at: day }, sort: 'id', per_page: 200 },
  });
}

/**
 * Imports an article from another system. The key, its number there, prevents a second product when the job runs again within
 * 24 hours. After that, or when a value has changed, look for the product first: a known key with other values is refused.
 */
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

/** Ships an order; `false` when its state does not allow it, which is no fault of the job. */
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

/** A job's position in the events, stored together with the effects of each event. */
export interface KeptCursor {
  get: () => string | undefined;
  set: (cursor: string) => void;
}

/** Handles every event of orders, also across restarts of the job. `readAll` reads all orders after events were missed. */
export async function followOrders(
  client: Client,
  kept: KeptCursor,
  { handle, readAll }: { handle: (event: FollowedEvent) => Promise<void>; readAll: () => Promise<void> },
  signal?: AbortSignal,
): Promise<never> {
  const types = ['orders.order.*'];
  for (;;) {
    try {
      for await (const event of storefront.events.follow({ client, after: kept.get(), types, signal })) {
        await handle(event);
        kept.set(event.cursor);
      }
    } catch (error) {
      if (!(error instanceof storefront.CursorExpired)) throw error;
      await readAll();
      kept.set(error.cursor);
    }
  }
}
