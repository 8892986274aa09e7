import { byService, type ServiceName } from '#shared/contracts/kit/define.ts';
import { isChosen, type EventChoice } from '#shared/contracts/kit/event-types.ts';
import type { FollowedEvent } from '#shared/engine/events/log-page.ts';
import type { Bells } from '#shared/platform/amqp/bells.ts';
import { oldest, type Place, type Places } from './cursor.ts';
import { createFollower } from './follower.ts';
import type { ReadServiceLog } from './service-log.ts';

export interface Following extends EventChoice {
  services: readonly ServiceName[];
  /** The user id of the shopper whose events are read, or `noUser`. Null: the events of all records are read. */
  owner: number | null;
}

/** Stands for the id of a shopper whose user does not exist yet. */
export const noUser = 0;

/**
 * Where a client resumes that has read from `places` to `next`. A shopper without a user resumes at `places`, because their user
 * and the user's first events may have been created while the client waited.
 */
export function resumesAt({ owner }: Pick<Following, 'owner'>, places: Places, next: Places): Places {
  return owner === noUser ? places : next;
}

interface FeedEvent extends FollowedEvent {
  service: ServiceName;
}

export interface FeedPage {
  /** The events, sorted by position within each service, and roughly by time across services. */
  events: FeedEvent[];
  next: Places;
  hasMore: boolean;
  /** Services that are unavailable, or currently assign no positions to their events. */
  delayed: ServiceName[];
}

/** The events after a place are no longer stored, or the place was issued before a restore. */
export class PlaceExpired extends Error {
  readonly current: Places;

  constructor(current: Places) {
    super('the cursor has expired');
    this.current = current;
  }
}

export interface Feed {
  /** The place after the newest event of each service. Throws when a service is unavailable and its place is unknown. */
  now: (services: readonly ServiceName[]) => Promise<Places>;
  page: (following: Following, places: Places, limit: number) => Promise<FeedPage>;
  /** Keeps new events in this gateway's memory, for streams and long polls, until the returned function is called. */
  hold: (services: readonly ServiceName[]) => () => void;
  /**
   * Resolves when there may be events after this page, when `ms` have passed, or when `signal` aborts. If services are delayed
   * on this page, resolves after a second at the latest, so that the caller asks these services again.
   */
  wait: (page: Pick<FeedPage, 'next' | 'delayed'>, ms: number, signal: AbortSignal) => Promise<void>;
  readonly closed: AbortSignal;
  close: () => void;
}

interface Part {
  service: ServiceName;
  events: readonly FollowedEvent[];
  /** The position up to which the events were read. Null when the events after the requested place are no longer stored. */
  through: number | null;
  epoch: string | null;
  hasMore: boolean;
  isDelayed: boolean;
}

const delayedRetryMs = 1000;

export function createFeed(readLog: ReadServiceLog, bells: Pick<Bells, 'on'>): Feed {
  const followers = byService((service) => createFollower(service, readLog, bells));
  const closing = new AbortController();

  /** Asks the service instead of using this gateway's memory, because a client may already have received newer events. */
  const placeNow = async (service: ServiceName): Promise<Place> => {
    try {
      const { answer } = await readLog(service, { after: 'now', limit: 0 });
      return { epoch: answer.epoch, position: answer.last };
    } catch (error) {
      const { at } = followers[service];
      if (at) return at;
      throw error;
    }
  };
  const now: Feed['now'] = async (asked) =>
    new Map(await Promise.all(asked.map(async (service) => [service, await placeNow(service)] as const)));

  const partOf = async (
    service: ServiceName,
    place: Place,
    { limit, ...following }: Following & { limit: number },
  ): Promise<Part> => {
    const follower = followers[service];
    const known = follower.after(place);
    if (known && follower.at) {
      const part = fromMemory(service, known, { ...following, limit, at: follower.at });
      // Only the service can check whether a shopper may still read an event. So the service filters the page.
      if (following.owner === null || part.events.length === 0) return part;
    }
    try {
      const { type, subject, owner } = following;
      const read = await readLog(service, { after: place, limit, type, subject, owner });
      const { epoch, through, last, isBehind } = read.answer;
      const hasMore = through !== null && through < last;
      return { service, events: read.events, through, epoch, hasMore, isDelayed: isBehind };
    } catch {
      const { epoch, position: through } = place;
      return { service, events: [], through, epoch, hasMore: false, isDelayed: true };
    }
  };
  const fromMemory = (
    service: ServiceName,
    { events, from }: { events: readonly FollowedEvent[]; from: number },
    { at, limit, owner, ...choice }: Following & { limit: number; at: Place },
  ): Part => {
    const chosen: FollowedEvent[] = [];
    let index = from;
    for (; index < events.length && chosen.length < limit; index += 1) {
      const event = events[index];
      if (event && (owner === null || event.owner === owner) && isChosen(event, choice)) chosen.push(event);
    }
    const through = index < events.length ? (events[index - 1]?.position ?? at.position) : at.position;
    const { isDelayed } = followers[service];
    return { service, events: chosen, through, epoch: at.epoch, hasMore: through < at.position, isDelayed };
  };

  return {
    now,
    page: async (following, places, limit) => {
      const asked = { ...following, limit };
      const parts = await Promise.all(
        following.services.map((service) => partOf(service, places.get(service) ?? oldest, asked)),
      );
      if (parts.some(({ through }) => through === null))
        throw new PlaceExpired(await now(following.services));
      return merge(parts, places, limit);
    },
    hold: (asked) => {
      const held = asked.map((service) => followers[service].hold());
      return () => {
        for (const letGo of held) letGo();
      };
    },
    wait: ({ next, delayed }, ms, signal) =>
      new Promise((resolve) => {
        // Leaves out delayed services. Memory may hold later events of such a service, but the caller could not read them just
        // now, and would try again without a pause.
        const isBeyond = [...next].some(([service, place]) => {
          const { at } = followers[service];
          const isAhead = at !== null && (at.epoch !== place.epoch || at.position > place.position);
          return isAhead && !delayed.includes(service);
        });
        if (isBeyond || signal.aborted) {
          resolve();
          return;
        }
        const go = (): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', go);
          for (const stop of stops) stop();
          resolve();
        };
        const timer = setTimeout(go, delayed.length > 0 ? Math.min(ms, delayedRetryMs) : ms);
        signal.addEventListener('abort', go);
        const stops = [...next.keys()].map((service) => followers[service].onChange(go));
      }),
    closed: closing.signal,
    close: () => {
      closing.abort();
      for (const follower of Object.values(followers)) follower.close();
    },
  };
}

/** Merges up to `limit` events by time. Events beyond the limit are read again for the next page. */
function merge(parts: readonly Part[], places: Places, limit: number): FeedPage {
  const taken: FeedEvent[] = [];
  const heads = parts.map((part) => ({ part, index: 0 }));
  while (taken.length < limit) {
    const [first] = heads
      .filter(({ part, index }) => index < part.events.length)
      .sort((a, b) => compare(a.part.events[a.index]?.at ?? '', b.part.events[b.index]?.at ?? ''));
    const event = first?.part.events[first.index];
    if (!first || !event) break;
    taken.push({ ...event, service: first.part.service });
    first.index += 1;
  }
  const next = heads.map(({ part, index }): [ServiceName, Place] => {
    const { service, events, epoch, through } = part;
    const before = places.get(service) ?? oldest;
    if (index === events.length) return [service, { epoch, position: through ?? before.position }];
    const last = events[index - 1];
    return [service, last ? { epoch, position: last.position } : before];
  });
  const isAnyLeft = heads.some(({ part, index }) => index < part.events.length);
  return {
    events: taken,
    next: new Map(next),
    hasMore: isAnyLeft || parts.some(({ hasMore }) => hasMore),
    delayed: parts.filter(({ isDelayed }) => isDelayed).map(({ service }) => service),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
