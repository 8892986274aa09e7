import type { ServiceName } from '#shared/contracts/kit/define.ts';
import type { FollowedEvent } from '#shared/engine/events/log-page.ts';
import type { Bells } from '#shared/platform/amqp/bells.ts';
import { pacedLoop } from '#shared/platform/process/paced-loop.ts';
import type { Place } from './cursor.ts';
import type { LogRead, ReadServiceLog } from './service-log.ts';

const limit = 1000;
/** If no bell arrives for this many ms, reads anyway. Such a read also shows whether the service is delayed. */
const idleMs = 1000;
/** How many ms the loop idles while no hold is active. A new hold wakes the loop at once. */
const withoutHoldsMs = 60_000;
const most = { events: 10_000, bytes: 16 * 1024 * 1024 };
/** After the last hold is released, the gateway continues to read for this long, because clients may reconnect. */
const lingerMs = 30_000;
const pauseMs = 500;

/** Reads one service's events for all streams and long polls of this gateway. */
export function createFollower(service: ServiceName, readLog: ReadServiceLog, bells: Pick<Bells, 'on'>) {
  const listeners = new Set<() => void>();
  const memory = createMemory();
  let [holders, lettingGo]: [number, NodeJS.Timeout | undefined] = [0, undefined];
  let isDelayed = false;

  const notify = (): void => {
    for (const listener of [...listeners]) listener();
  };
  const delayed = (isSo: boolean): boolean => {
    const hasChanged = isSo !== isDelayed;
    isDelayed = isSo;
    return hasChanged;
  };

  const round = async (signal: AbortSignal): Promise<boolean> => {
    if (holders === 0 && !lettingGo) {
      memory.forget();
      return false;
    }
    const after = memory.at ?? 'now';
    const read = await readLog(service, { after, limit }, signal);
    const hasCome = memory.take(read);
    if (delayed(read.answer.isBehind) || hasCome) notify();
    return hasCome;
  };
  const reading = pacedLoop({
    round,
    idleMs: () => (holders > 0 || lettingGo ? idleMs : withoutHoldsMs),
    failed: () => {
      if (delayed(true)) notify();
      return pauseMs;
    },
  });
  bells.on(service, 'placed', reading.ring);

  return {
    /** Reads the service's events while at least one hold is active. Returns a function that releases the hold. */
    hold: (): (() => void) => {
      holders += 1;
      clearTimeout(lettingGo);
      lettingGo = undefined;
      reading.ring();
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        holders -= 1;
        if (holders === 0) lettingGo = setTimeout(() => (lettingGo = undefined), lingerMs).unref();
      };
    },
    after: memory.after,
    get at() {
      return memory.at;
    },
    /** Whether events of the service are delayed: it is unavailable, or currently assigns no positions to its events. */
    get isDelayed() {
      return isDelayed;
    },
    /** Calls the listener on new events and on changes of `isDelayed`. Returns a function that unsubscribes. */
    onChange: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: (): void => {
      clearTimeout(lettingGo);
      lettingGo = undefined;
      void reading.close();
      notify();
    },
  };
}

function createMemory() {
  let events: FollowedEvent[] = [];
  let bytes = 0;
  /** The events in memory are those after the position `since`, up to `at`. */
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
    /** Returns whether streams have something new to read. */
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
    /** The events after a place: those in `events` from the index `from` on. Null when memory does not hold all of them. */
    after: ({ epoch, position }: Place): { events: FollowedEvent[]; from: number } | null => {
      if (epoch !== at?.epoch || position < since || position > at.position) return null;
      return { events, from: firstAfter(events, position) };
    },
    forget: () => {
      [events, bytes, since, at] = [[], 0, 0, null];
    },
  };
}

function firstAfter(events: readonly FollowedEvent[], position: number): number {
  let [low, high] = [0, events.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((events[middle]?.position ?? 0) > position) high = middle;
    else low = middle + 1;
  }
  return low;
}
