import type { ServiceClient } from '../reads/service-client.ts';
import { poll } from './poll.ts';

/** If a copy takes longer, an outage is delaying it. The write is committed, so its response must not wait for the outage. */
const longestWaitMs = 1500;

/**
 * Waits until the orders service has copied this version of a product, so that a client can order it as soon as it has the
 * response. `version` null: waits until the orders service has deleted the product.
 */
export async function awaitProductCopy(
  services: Pick<ServiceClient, 'ask'>,
  product: number,
  version: number | null,
): Promise<void> {
  const isCopied = async (): Promise<boolean> => {
    const copy = (await services.ask('orders', 'GET', `/product-copies/${product}`)) as {
      version: number;
      is_deleted: boolean;
    } | null;
    if (version === null) return copy === null || copy.is_deleted;
    return copy !== null && copy.version >= version;
  };
  // If the service is unavailable, don't delay the response.
  const isDone = () => isCopied().catch(() => true);
  await poll(isDone, { firstMs: 4, longestMs: 50, deadline: performance.now() + longestWaitMs });
}
