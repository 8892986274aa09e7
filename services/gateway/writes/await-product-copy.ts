import type { ServiceClient } from '../reads/service-client.ts';
import { poll } from './poll.ts';

/** A copy that takes longer is delayed by an outage: the write is committed, and its answer must not wait for that. */
const longestWaitMs = 1500;

/**
 * Waits until the orders service has copied this version of a product, so that a client who has the answer can order it.
 * `version` null: until the product is deleted there.
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
  // A service that can't be asked must not hold up the answer.
  const isDone = () => isCopied().catch(() => true);
  await poll(isDone, { firstMs: 4, longestMs: 50, deadline: performance.now() + longestWaitMs });
}
