import { eventTypes, readEvent } from './live-events.ts';
import type { LiveEvent } from './live-events.ts';

export interface StreamListener {
  /** Events come in from here on; what was before is not known when it was away. */
  opened: () => void;
  lost: () => void;
  told: (event: LiveEvent, cursor: string) => void;
}

const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000];

/** The store's events as they happen, with the session's cookie; asked for again and again while they are away. Returns its end. */
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
      // A line that broke is taken up again by the browser. An answer that is no stream ends it: a cursor too old, no session.
      if (source?.readyState !== EventSource.CLOSED) return;
      cursor = undefined;
      timer = setTimeout(open, pausesMs[Math.min(failures, pausesMs.length - 1)]);
      failures += 1;
    };
    for (const type of eventTypes) {
      source.addEventListener(type, ({ data, lastEventId }: MessageEvent<string>) => {
        cursor = lastEventId;
        const event = readEvent(data);
        if (event !== undefined) listener.told(event, lastEventId);
      });
    }
  };

  open();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}
