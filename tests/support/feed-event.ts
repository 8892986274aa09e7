import type { StoreAccess } from './store-access.ts';
import type { ProblemBody } from './resources.ts';

export interface FeedEvent {
  id: string;
  type: string;
  subject: string;
  data: { version: number } & Record<string, unknown>;
}

interface EventPage {
  data: FeedEvent[];
  meta: { next: string; has_more: boolean; delayed: string[] };
}

/** Reads pages of an event feed with one caller's token. */
export function feedOf(store: StoreAccess, path: string, token: () => Promise<string>) {
  const ask = async (query: Record<string, string | number>) => {
    const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return store.request('GET', `${path}?${asked.toString()}`, { token: await token() });
  };
  return {
    page: async (query: Record<string, string | number> = {}): Promise<EventPage> => {
      const answer = await ask(query);
      if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
      return answer.body as EventPage;
    },
    refusal: async (query: Record<string, string | number>): Promise<ProblemBody & Record<string, unknown>> =>
      (await ask(query)).body as ProblemBody & Record<string, unknown>,
    /** All events after a cursor, across pages. */
    all: async (after: string): Promise<FeedEvent[]> => {
      const found: FeedEvent[] = [];
      for (let from = after; ;) {
        const answer = await ask({ after: from, limit: 3 });
        const { data, meta } = answer.body as EventPage;
        found.push(...data);
        if (!meta.has_more) return found;
        from = meta.next;
      }
    },
  };
}
