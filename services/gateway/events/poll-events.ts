import type { Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { Principal } from '../auth/authenticate.ts';
import { whenLeftOrEnded } from './when-left.ts';
import type { Feed, FeedPage, Following } from './feed.ts';
import type { Places } from './cursor.ts';

/**
 * A page of events. If there are no events yet, waits up to `waitMs` for the first event. Throws `unauthenticated` if the
 * caller's token or session ends during the wait.
 */
export async function pollEvents(
  feed: Feed,
  following: Following,
  { places, limit, waitMs }: { places: Places; limit: number; waitMs: number },
  { principal, response }: { principal: Principal; response: Response },
): Promise<FeedPage> {
  const until = performance.now() + waitMs;
  const { signal, forget } = whenLeftOrEnded(response, principal, feed.closed);
  const letGo = waitMs > 0 ? feed.hold(following.services) : () => undefined;
  try {
    for (let from = places; ;) {
      const page = await feed.page(following, from, limit);
      if (from !== places && (await isOver(principal))) throw new Problem('unauthenticated');
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

/** While Redis is unavailable, a session counts as active. */
async function isOver({ expiresAt, hasEnded }: Principal): Promise<boolean> {
  return Date.now() >= expiresAt || ((await hasEnded?.().catch(() => false)) ?? false);
}
