import { eventTypes, readEvent, type LiveEvent } from './live-events.ts';

export interface StreamListener {
  /** The stream now delivers events. Events before this moment may be missing if the stream was interrupted. */
  opened: () => void;
  lost: () => void;
  received: (event: LiveEvent, cursor: string) => void;
}

const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000];

/**
 * Opens the store's event stream with the session cookie. Reconnects while the stream is unavailable. Returns a function that
 * closes it.
 */
export function openEventStream(after: string | undefined, listener: StreamListener): () => void {
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
      // The browser resumes a broken connection by itself. It gives up when the response is not a stream, because of an old
      // cursor or a missing session.
      if (source?.readyState !== EventSource.CLOSED) return;
      cursor = undefined;
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
