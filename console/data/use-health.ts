import { useQuery } from '@tanstack/react-query';
import { useIsOffline, watchedFetch } from './connection.ts';

const parts = [
  'broker',
  'redis',
  'catalog',
  'orders',
  'catalog_workers',
  'orders_workers',
  'catalog_disk',
  'orders_disk',
  'webhooks',
  'webhooks_workers',
  'webhooks_disk',
] as const;
type Part = (typeof parts)[number];

const everyMs = 15_000;
const longestMs = 5_000;

interface Health {
  /** False when the store can serve neither reads nor writes. */
  isServing: boolean;
  down: readonly Part[];
}

/** The store's health. Undefined while it is unknown, and while there is no connection. */
export function useHealth(): Health | undefined {
  const isOffline = useIsOffline();
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: everyMs,
  });
  return isOffline || health.isError ? undefined : health.data;
}

/**
 * Reads the response itself, because the SDK discards the body of a 503. That body lists the parts of the
 * store.
 */
async function readHealth(signal: AbortSignal): Promise<Health> {
  const answer = await watchedFetch('/health/ready', {
    signal: AbortSignal.any([signal, AbortSignal.timeout(longestMs)]),
  });
  const body: unknown = await answer.json().catch(() => null);
  return { isServing: answer.ok, down: partsDown(body) };
}

/** The response of a proxy in front of the store contains no parts. */
function partsDown(body: unknown): readonly Part[] {
  const down = typeof body === 'object' && body !== null && 'down' in body ? body.down : [];
  return parts.filter((part) => Array.isArray(down) && down.includes(part));
}
