import { useQuery } from '@tanstack/react-query';
import type { CallOptions, Client } from '#clients/typescript/src/main.ts';
import { useClient } from './client.tsx';

const everyMs = 15_000;
/** The timeouts are short, because the next poll follows soon. */
const patience = { timeoutMs: 5_000, tryTimeoutMs: 5_000 };

/** The services whose events are delayed. An open event stream without events does not reveal a delay, so the hook polls. */
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
