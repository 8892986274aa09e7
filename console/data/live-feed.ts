import { eventTypes } from './generated/types.ts';
import { readEvent, type LiveEvent } from './live-events.ts';
import { observed } from './observed.ts';

type EventListener = (event: LiveEvent, isLeader: boolean) => void;

export const isLive = observed(false);
const listeners = new Set<EventListener>();

/**
 * Calls the listener for each event. `isLeader` is true in the one tab that reads the event stream. Returns a function that
 * unsubscribes.
 */
export function followEvents(listener: EventListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Message =
  | { what: 'state'; isLive: boolean }
  | { what: 'event'; event: LiveEvent; cursor: string }
  /** A newly opened tab asks the tab that reads the stream whether the stream is open. */
  | { what: 'ask' };

/**
 * Shares one event stream among all tabs of a user. The tab that holds the lock reads the stream and broadcasts its events to
 * the other tabs. A visible tab takes the lock from a hidden tab, because browsers may suspend hidden tabs. Without the locks
 * API (on plain http), each tab has its own stream. Returns a function that closes the feed.
 */
export function openLiveFeed(subject: string): () => void {
  const name = `console.live ${subject}`;
  const locks = (navigator as { locks?: LockManager }).locks;
  const channel = locks === undefined ? null : new BroadcastChannel(name);
  let cursor: string | undefined;
  let leading: (() => void) | undefined;
  let queued: AbortController | undefined;
  let letGo: (() => void) | undefined;
  let isClosed = false;

  const notify = (event: LiveEvent, isLeader: boolean) => {
    for (const listener of listeners) listener(event, isLeader);
  };
  const say = (message: Message) => channel?.postMessage(message);
  const stand = (live: boolean) => {
    isLive.set(live);
    say({ what: 'state', isLive: live });
  };
  const lead = () => {
    // Until the stream opens, events may be missing, so the state is not live.
    stand(false);
    const close = openEventStream(cursor, {
      opened: () => stand(true),
      lost: () => stand(false),
      received: (event, at) => {
        cursor = at;
        say({ what: 'event', event, cursor: at });
        notify(event, true);
      },
    });
    leading = () => {
      leading = undefined;
      close();
    };
  };
  const queue = (options: LockOptions) => {
    if (locks === undefined || isClosed) return;
    const held = async () => {
      if (isClosed) return;
      lead();
      await new Promise<void>((resolve) => (letGo = resolve));
    };
    queued?.abort();
    // The locks API does not accept a signal together with `steal`.
    queued = options.steal === true ? undefined : new AbortController();
    const asked = { ...options, ...(queued !== undefined && { signal: queued.signal }) };
    locks.request(name, asked, held).catch(() => {
      // Another tab took the lock, or this request was aborted.
      if (leading === undefined) return;
      leading();
      queue({});
    });
  };
  const lookedAt = () => {
    if (!document.hidden && leading === undefined) queue({ steal: true });
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.what === 'ask') {
      if (leading !== undefined) say({ what: 'state', isLive: isLive.get() });
    } else if (leading === undefined) {
      if (data.what === 'state') isLive.set(data.isLive);
      else {
        ({ cursor } = data);
        notify(data.event, false);
      }
    }
  });
  say({ what: 'ask' });
  if (locks === undefined) lead();
  else queue({});
  document.addEventListener('visibilitychange', lookedAt);

  return () => {
    isClosed = true;
    document.removeEventListener('visibilitychange', lookedAt);
    leading?.();
    letGo?.();
    queued?.abort();
    channel?.close();
    isLive.set(false);
  };
}

interface StreamListener {
  /** The stream now delivers events. Events before this moment may be missing if the stream was interrupted. */
  opened: () => void;
  lost: () => void;
  received: (event: LiveEvent, cursor: string) => void;
}

const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000];
/**
 * After this number of failed attempts, the stream drops its cursor. A restarting gateway usually responds earlier, and the
 * stream then continues without a gap.
 */
const failuresWithCursor = 2;

/** The session cookie authenticates the stream. Reconnects while the stream is unavailable. Returns a function that closes it. */
function openEventStream(after: string | undefined, listener: StreamListener): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cursor = after;
  let failures = 0;

  const open = () => {
    source = new EventSource(
      `/api/admin/events${cursor === undefined ? '' : `?after=${encodeURIComponent(cursor)}`}`,
    );
    source.onopen = () => {
      failures = 0;
      listener.opened();
    };
    source.onerror = () => {
      listener.lost();
      // The browser resumes a broken connection by itself. It gives up when the response is not a stream: the
      // cursor is too old, the session has ended, or the gateway restarts. The page must drop only a cursor
      // that is too old, but the browser does not reveal the status of the response.
      if (source?.readyState !== EventSource.CLOSED) return;
      if (failures >= failuresWithCursor) cursor = undefined;
      timer = setTimeout(open, pausesMs[Math.min(failures, pausesMs.length - 1)]);
      failures += 1;
    };
    for (const type of eventTypes) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        cursor = lastEventId;
        const event = readEvent(data);
        if (event !== undefined) listener.received(event, lastEventId);
      });
    }
  };

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
