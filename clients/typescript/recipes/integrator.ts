import * as storefront from '../src/main.ts';
import type { Client, FollowedEvent, Order } from '../src/main.ts';

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

/**
 * Takes an article over from another system. The key, its number there, keeps a job that is run again within 24 hours from making a
 * second product. Later, or when a value has changed, look for the product first: a known key with other values is refused.
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

/** Where a job that follows the store has come to, kept with what it does for each event. */
export interface KeptCursor {
  get: () => string | undefined;
  set: (cursor: string) => void;
}

/** Deals with everything that happens to orders, over the job's own ends too. `readAnew`: all of them, after something was missed. */
export async function followOrders(
  client: Client,
  kept: KeptCursor,
  { handle, readAnew }: { handle: (event: FollowedEvent) => Promise<void>; readAnew: () => Promise<void> },
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
      await readAnew();
      kept.set(error.cursor);
    }
  }
}
