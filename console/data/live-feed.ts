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
  /** From the tab that reads the stream. `since` is when this tab began to read, in ms. */
  | { what: 'state'; isLive: boolean; since: number }
  | { what: 'event'; event: LiveEvent; cursor: string }
  /** A tab that is opened in the background asks the tab that reads the stream for its state. */
  | { what: 'ask' }
  /** The tab that reads the stream closes. */
  | { what: 'left' };

/** How long a tab in the background waits for the state of the reading tab, before it opens a stream itself. */
const answerMs = 150;
/** How often the reading tab sends its state. Browsers run the timers of a hidden tab only once a minute. */
const stateEveryMs = 20_000;
/** After this silence the reading tab counts as crashed, and another tab opens a stream. */
const silenceMs = 90_000;

/**
 * Shares one event stream among all tabs of a user, because a browser opens only six connections to a server without TLS. One tab
 * reads the stream and broadcasts its events to the other tabs. A tab that becomes visible reads the stream from then on, because
 * browsers may suspend hidden tabs, and the tab that has read until then closes its stream. Returns a function that closes the
 * feed.
 */
export function openLiveFeed(subject: string): () => void {
  // The locks API would choose the reading tab too, but browsers offer it only with TLS.
  const channel = new BroadcastChannel(`console.live ${subject}`);
  let cursor: string | undefined;
  let since = 0;
  let closeStream: (() => void) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const notify = (event: LiveEvent, isLeader: boolean) => {
    for (const listener of listeners) listener(event, isLeader);
  };
  const say = (message: Message) => channel.postMessage(message);
  const after = (ms: number, run: () => void) => {
    clearTimeout(timer);
    timer = setTimeout(run, ms);
  };
  const sayState = () => {
    say({ what: 'state', isLive: isLive.get(), since });
    after(stateEveryMs, sayState);
  };
  const stand = (live: boolean) => {
    isLive.set(live);
    sayState();
  };
  const lead = () => {
    since = Date.now() + Math.random();
    // Until the stream opens, events may be missing, so the state is not live.
    stand(false);
    closeStream = openEventStream(cursor, {
      opened: () => stand(true),
      lost: () => stand(false),
      received: (event, at) => {
        cursor = at;
        say({ what: 'event', event, cursor: at });
        notify(event, true);
      },
    });
  };
  const stopReading = () => {
    closeStream?.();
    closeStream = undefined;
  };
  const leave = () => {
    if (closeStream !== undefined) say({ what: 'left' });
    stopReading();
    clearTimeout(timer);
  };
  const join = () => {
    if (!document.hidden) {
      lead();
      return;
    }
    say({ what: 'ask' });
    after(answerMs, lead);
  };
  const lookedAt = () => {
    if (!document.hidden && closeStream === undefined) lead();
  };
  const shownAgain = ({ persisted }: PageTransitionEvent) => {
    if (persisted) join();
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.what === 'ask') {
      if (closeStream !== undefined) sayState();
    } else if (data.what === 'left') {
      // All other tabs get this message, so each waits for another time before it opens a stream.
      if (closeStream === undefined) after(Math.random() * answerMs, lead);
    } else if (data.what === 'event') {
      if (closeStream !== undefined) return;
      ({ cursor } = data);
      notify(data.event, false);
    } else if (closeStream === undefined || data.since > since) {
      // If two tabs read the stream, only the one that began later continues.
      stopReading();
      isLive.set(data.isLive);
      after(silenceMs, lead);
    }
  });
  join();
  document.addEventListener('visibilitychange', lookedAt);
  addEventListener('pagehide', leave);
  addEventListener('pageshow', shownAgain);

  return () => {
    document.removeEventListener('visibilitychange', lookedAt);
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', shownAgain);
    leave();
    channel.close();
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
