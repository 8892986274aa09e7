import type { ServiceClient } from '../reads/service-client.ts';

const firstLookMs = 4;
const longestLookMs = 50;
/** A copy that takes longer is late by an outage; the write itself is safe and its answer must not wait for that. */
const patienceMs = 1500;

/**
 * Waits until the orders service has taken over this version of a product, so that whoever reads the answer of a
 * write can order by it. `version` null: until the product is gone there.
 */
export async function awaitProductCopy(
  services: Pick<ServiceClient, 'ask'>,
  product: number,
  version: number | null,
): Promise<void> {
  const until = performance.now() + patienceMs;
  for (let look = firstLookMs; performance.now() < until; look = Math.min(look * 2, longestLookMs)) {
    await new Promise((resolve) => setTimeout(resolve, look));
    try {
      const copy = (await services.ask('orders', 'GET', `/product-copies/${product}`)) as {
        version: number;
        is_deleted: boolean;
      } | null;
      if (version === null ? copy === null || copy.is_deleted : copy !== null && copy.version >= version)
        return;
    } catch {
      return;
    }
  }
}
