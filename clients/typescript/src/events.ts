import { adminEventsList, shopEventsList } from './generated/sdk.gen.ts';
import type { Event } from './generated/types.gen.ts';
import type { Client } from './transport.ts';

export interface FollowOptions {
  client: Client;
  /**
   * Continue after the event with this `cursor`. `'0'` starts the feed at the oldest stored event. The default is to continue
   * with new events only. A program that stops before its first event has no cursor, so with this default it misses the events
   * until its restart.
   */
  after?: string | undefined;
  /**
   * Only events of these types, such as `orders.order.placed.v2`, or with a prefix and a star, such as `orders.order.*`. The store
   * rejects a type that no event has.
   */
  types?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

export interface FollowedEvent extends Event {
  /**
   * Store this cursor after handling the event. A client that continues from this cursor misses no event, but may receive the
   * latest events twice.
   */
  cursor: string;
}

interface Follow {
  follow: (options: FollowOptions) => AsyncGenerator<FollowedEvent, void, undefined>;
}

/**
 * Yields the store's events: each change once, and the changes of one record sorted by version. Continues after transient
 * failures. When the signal aborts, throws the signal's reason. Throws `CursorExpired` when events may have been missed.
 */
export const adminEvents: Follow = { follow: (options) => follow(adminEventsList, options) };

/** Yields the events of the shopper's own orders. */
export const shopEvents: Follow = { follow: (options) => follow(shopEventsList, options) };

const waitSeconds = 30;
/** The time limits of one request. A try may take twice as long as the store waits for events. */
const patience = { tryTimeoutMs: 2 * waitSeconds * 1000, timeoutMs: 24 * 3600 * 1000 };

async function* follow(
  list: typeof adminEventsList,
  { client, after, types = [], signal }: FollowOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  for (let cursor = after; ;) {
    // The first request does not wait for events. The response to this request contains the current cursor, which the client
    // needs even if no event occurs for a long time.
    const wait = cursor === undefined ? 0 : waitSeconds;
    // The first response may already contain events. Only the last event of a page has a cursor of its own, and without `after`
    // there is no earlier cursor for the other events. So the first page contains at most one event.
    const limit = cursor === undefined ? 1 : 1000;
    const query = {
      wait,
      limit,
      ...(cursor !== undefined && { after: cursor }),
      ...(types.length > 0 && { types: types.join(',') }),
    };
    const { data, meta } = await list({ client, query, signal, ...patience });
    for (const [index, event] of data.entries()) {
      yield { ...event, cursor: index === data.length - 1 ? meta.next : (cursor ?? meta.next) };
    }
    cursor = meta.next;
  }
}
