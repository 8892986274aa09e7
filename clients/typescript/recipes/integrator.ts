import * as storefront from '../src/main.ts';
import type { Client, FollowedEvent, Order } from '../src/main.ts';

/** A client for a job on a server, with long timeouts. */
export function jobClient(baseUrl: string, token: () => Promise<string>): Client {
  return storefront.createClient({ baseUrl, token, timeoutMs: 15 * 60_000, tryTimeoutMs: 30_000 });
}

/** Yields every order of a day. Only one page is in memory at a time. */
export async function* ordersOf(client: Client, day: string): AsyncGenerator<Order> {
  yield* storefront.adminOrdersList({
    client,
    query: { filters: { created_at: day }, sort: 'id', per_page: 200 },
  });
}

/**
 * Imports an article from another system, whose number for the article becomes the product's `external_id`. The first run creates
 * the product, and later runs change it.
 */
export async function importProduct(
  client: Client,
  article: { number: string; price: number; name: string },
): Promise<number> {
  const text = { name: article.name, description: article.name };
  const product = await storefront.adminProductsUpsert({
    client,
    path: { external_id: article.number },
    body: { price: article.price, en: text, ar: text },
  });
  return product.id;
}

/** Ships an order. Returns `false`, and does not throw, if the order's status does not allow shipping. */
export async function ship(client: Client, id: number, log: (line: string) => void): Promise<boolean> {
  try {
    await storefront.adminOrdersUpdate({ client, path: { order: id }, body: { status: 'shipped' } });
    return true;
  } catch (error) {
    if (!(error instanceof storefront.StoreError)) throw error;
    log(`order ${id}: ${error.code} (${error.requestId ?? 'no answer'})`);
    if (error instanceof storefront.IllegalTransition) return false;
    throw error;
  }
}

/** Stores a job's cursor, together with the effects of each event. */
export interface KeptCursor {
  get: () => string | undefined;
  set: (cursor: string) => void;
}

/**
 * Handles every order event, even across restarts of the job. The first run begins at the oldest event that the store keeps. After
 * events were missed, `readAll` reads all orders.
 */
export async function followOrders(
  client: Client,
  kept: KeptCursor,
  { handle, readAll }: { handle: (event: FollowedEvent) => Promise<void>; readAll: () => Promise<void> },
  signal?: AbortSignal,
): Promise<never> {
  const types = ['orders.order.*'];
  for (;;) {
    try {
      const after = kept.get() ?? '0';
      for await (const event of storefront.adminEvents.follow({ client, after, types, signal })) {
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
