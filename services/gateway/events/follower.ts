import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { FollowedEvent } from '#shared/events/log-page.ts';
import type { Place } from './cursor.ts';
import type { LogRead, ReadServiceLog } from './service-log.ts';

/** Follows one service's events for all streams and waiting requests. */
export interface Follower {
  /** Follows the service as long as there are holders. Returns how to release the hold. */
  hold: () => () => void;
  /** The events after a place; null when they are not all in memory. */
  after: (place: Place) => { events: FollowedEvent[]; from: number } | null;
  /** The service's last known place. */
  readonly at: Place | null;
  /** The service is unavailable, or doesn't assign positions to its events. */
  readonly isDelayed: boolean;
  /** Called on new events, and when the service becomes unavailable or available again. Returns how to stop. */
  onChange: (listener: () => void) => () => void;
  close: () => void;
}

/** A short wait, because each answer also reports whether the service is delayed. */
const [longestWaitMs, limit] = [5000, 1000];
const most = { events: 10_000, bytes: 16 * 1024 * 1024 };
/** How long following goes on without holders, for clients that reconnect. */
const lingerMs = 30_000;
const pauseMs = 500;

export function createFollower(service: ServiceName, readLog: ReadServiceLog): Follower {
  const listeners = new Set<() => void>();
  const memory = createMemory();
  const closing = new AbortController();
  let [holders, lettingGo]: [number, NodeJS.Timeout | undefined] = [0, undefined];
  let [isRunning, isDelayed] = [false, false];

  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const delayed = (isSo: boolean): boolean => {
    const hasChanged = isSo !== isDelayed;
    isDelayed = isSo;
    return hasChanged;
  };

  const round = async (): Promise<void> => {
    const after = memory.at ?? 'now';
    // A delayed service is asked without a wait, which shows at once that it is available again.
    const waitMs = isDelayed ? 0 : longestWaitMs;
    const read = await readLog(service, { after, limit, waitMs }, closing.signal);
    const hasCome = memory.take(read);
    if (delayed(read.answer.isBehind) || hasCome) notify();
    if (isDelayed) await sleep(pauseMs);
  };
  const run = async (): Promise<void> => {
    isRunning = true;
    while (holders > 0 || lettingGo) {
      try {
        await round();
      } catch {
        if (closing.signal.aborted) break;
        if (delayed(true)) notify();
        await sleep(pauseMs);
      }
    }
    isRunning = false;
    memory.forget();
  };

  return {
    hold: () => {
      holders += 1;
      clearTimeout(lettingGo);
      lettingGo = undefined;
      if (!isRunning && !closing.signal.aborted) void run();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) lettingGo = setTimeout(() => (lettingGo = undefined), lingerMs).unref();
      };
    },
    after: (place) => memory.after(place),
    get at() {
      return memory.at;
    },
    get isDelayed() {
      return isDelayed;
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => {
      clearTimeout(lettingGo);
      lettingGo = undefined;
      closing.abort();
      notify();
    },
  };
}

/** The newest events, limited in number and total size. */
function createMemory() {
  let events: FollowedEvent[] = [];
  let bytes = 0;
  /** All events after this position, up to `at`, are in memory. */
  let since = 0;
  let at: Place | null = null;

  const begin = ({ epoch, last }: LogRead['answer']): void => {
    [events, bytes, since] = [[], 0, last];
    at = { epoch, position: last };
  };

  return {
    get at() {
      return at;
    },
    /** Returns whether there is something new to read. */
    take: ({ answer, events: fresh }: LogRead): boolean => {
      if (!at || answer.through === null) {
        begin(answer);
        return true;
      }
      const hasCome = answer.through > at.position;
      at = { epoch: answer.epoch, position: answer.through };
      events.push(...fresh);
      for (const { json } of fresh) bytes += json.length;
      let gone = 0;
      for (const { position, json } of events) {
        if (events.length - gone <= most.events && bytes <= most.bytes) break;
        gone += 1;
        bytes -= json.length;
        since = position;
      }
      events = gone === 0 ? events : events.slice(gone);
      return hasCome;
    },
    after: ({ epoch, position }: Place) => {
      if (epoch !== at?.epoch || position < since || position > at.position) return null;
      return { events, from: firstAfter(events, position) };
    },
    forget: () => {
      [events, bytes, since, at] = [[], 0, 0, null];
    },
  };
}

/** The index of the first event after a position. */
function firstAfter(events: readonly FollowedEvent[], position: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.position ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
