import { eventsList, ownEventsList } from './generated/sdk.gen.ts';
import type { Event } from './generated/types.gen.ts';
import type { Client } from './transport.ts';

export interface FollowOptions {
  client: Client;
  /** The `cursor` of an event to continue from; `'0'` starts at the oldest stored event. Default: from now on. */
  after?: string | undefined;
  /** Only these types: `orders.order.placed.v2`, or a prefix with a star, `orders.order.*`. */
  types?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
}

export interface FollowedEvent extends Event {
  /** Store it after handling the event. Continuing from it misses nothing, but may repeat the latest events. */
  cursor: string;
}

interface Follow {
  follow: (options: FollowOptions) => AsyncGenerator<FollowedEvent, void, undefined>;
}

/**
 * Follows the store's events: each change once, and a record's changes in the order of their versions. Continues after
 * transient failures and ends with the signal. Throws `CursorExpired` when events may have been missed.
 */
export const events: Follow = { follow: (options) => follow(eventsList, options) };

/** Follows the events of the shopper's own orders. */
export const ownEvents: Follow = { follow: (options) => follow(ownEventsList, options) };

const waitSeconds = 30;
/** A try may take twice as long as the store waits for events. */
const patience = { tryTimeoutMs: 2 * waitSeconds * 1000, timeoutMs: 24 * 3600 * 1000 };

async function* follow(
  list: typeof eventsList,
  { client, after, types = [], signal }: FollowOptions,
): AsyncGenerator<FollowedEvent, void, undefined> {
  const [type] = types.length === 1 ? types : [];
  for (let cursor = after; ;) {
    // The first request does not wait: its response has the current cursor, even when nothing happens for long.
    const wait = cursor === undefined ? 0 : waitSeconds;
    const query = {
      wait,
      limit: 1000,
      ...(cursor !== undefined && { after: cursor }),
      ...(type !== undefined && { type }),
    };
    const { data, meta } = await list({ client, query, signal, ...patience });
    const chosen = data.filter(isAmong(types));
    for (const [index, event] of chosen.entries()) {
      yield { ...event, cursor: index === chosen.length - 1 ? meta.next : (cursor ?? meta.next) };
    }
    cursor = meta.next;
  }
}

function isAmong(types: readonly string[]): (event: Event) => boolean {
  const matches = (type: string, wanted: string) =>
    wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
  return ({ type }) => types.length === 0 || types.some((wanted) => matches(type, wanted));
}
