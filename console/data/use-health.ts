import { useQuery } from '@tanstack/react-query';
import { StoreError, type Client } from '#clients/typescript/src/main.ts';
import { useClient } from './client.tsx';
import { useConnection } from './connection.ts';

export const parts = [
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

/** The unavailable parts. Undefined while they are unknown and while there is no connection. */
export function useHealth(): readonly Part[] | undefined {
  const client = useClient();
  const isLost = useConnection() === 'lost';
  const health = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => partsDown(client, signal),
    refetchInterval: everyMs,
  });
  return isLost ? undefined : health.data;
}

async function partsDown(client: Client, signal: AbortSignal): Promise<readonly Part[]> {
  try {
    const health = await client.get<{ 200: { down: Part[] } }, unknown, false>({
      url: '/health/ready',
      signal,
      timeoutMs: 5_000,
      tryTimeoutMs: 4_000,
    });
    return parts.filter((part) => health.down.includes(part));
  } catch (error) {
    // With status 503 the store can serve nothing, but the response still lists the parts.
    if (error instanceof StoreError && error.status === 503) return parts;
    throw error;
  }
}
