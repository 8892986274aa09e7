import { useQuery } from '@tanstack/react-query';
import type { CallOptions, Client } from '#clients/typescript/src/main.ts';
import { useClient } from './client.tsx';

const everyMs = 15_000;
/** Short timeouts, as the next poll comes soon. */
const patience = { timeoutMs: 5_000, tryTimeoutMs: 5_000 };

/** The services whose events are delayed. A silent event stream does not show this. */
export function useDelayed(): readonly string[] {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['delayed'],
    queryFn: ({ signal }) => servicesDelayed(client, { ...patience, signal }),
    refetchInterval: everyMs,
  });
  return data ?? none;
}

const none: readonly string[] = [];

async function servicesDelayed(client: Client, options: CallOptions): Promise<readonly string[]> {
  const { meta } = await client.get<{ 200: EventsPage }, unknown, false>({
    url: '/api/admin/events',
    query: { limit: 1 },
    ...options,
  });
  return meta.delayed;
}

interface EventsPage {
  meta: { delayed: readonly string[] };
}
