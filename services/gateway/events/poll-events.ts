import type { Response } from 'express';
import { whenLeft } from './when-left.ts';
import type { Feed, FeedPage, Following } from './feed.ts';
import type { Places } from './cursor.ts';

/** A page of events; when there is none yet, once there is or the time is over. */
export async function pollEvents(
  feed: Feed,
  following: Following,
  { places, limit, waitMs }: { places: Places; limit: number; waitMs: number },
  response: Response,
): Promise<FeedPage> {
  const until = performance.now() + waitMs;
  const { signal, forget } = whenLeft(response, feed.closed);
  const letGo = waitMs > 0 ? feed.hold(following.services) : () => undefined;
  try {
    for (let from = places; ;) {
      const page = await feed.page(following, from, limit);
      const leftMs = until - performance.now();
      if (page.events.length > 0 || page.hasMore || leftMs <= 0 || signal.aborted) return page;
      from = page.next;
      await feed.wait(from, leftMs, signal);
    }
  } finally {
    letGo();
    forget();
  }
}
