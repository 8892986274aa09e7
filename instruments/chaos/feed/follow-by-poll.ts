import type { FeedEvent } from './feed-history.ts';
import { acceptedAnswer, type FeedPlace, type Follow } from './feed-reader.ts';

interface FeedAnswer {
  data: FeedEvent[];
  meta: { next: string };
}

/** Long-polls for the events after the cursor. */
export function followByPoll({ url, token }: FeedPlace): Follow {
  return async (cursor, { note, moveTo, signal }) => {
    const query = new URLSearchParams({ after: cursor, limit: '500', wait: '5' });
    const answer = await fetch(`${url}/api/admin/events?${query.toString()}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([signal, AbortSignal.timeout(20_000)]),
    });
    const { data, meta } = (await (await acceptedAnswer(answer)).json()) as FeedAnswer;
    for (const event of data) note(event, null);
    moveTo(meta.next);
  };
}
