import { openEventStream } from './event-stream.ts';
import type { LiveEvent } from './live-events.ts';
import { observed } from './observed.ts';

type EventListener = (event: LiveEvent, isLeader: boolean) => void;

/** Whether events come in. */
export const isLive = observed(false);
const listeners = new Set<EventListener>();

/** `isLeader`: of all tabs only this one is told so. Returns its end. */
export function followEvents(listener: EventListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

type Message =
  | { what: 'state'; isLive: boolean }
  | { what: 'event'; event: LiveEvent; cursor: string }
  /** A tab that has just been opened asks how it stands. */
  | { what: 'ask' };

/**
 * One stream for all tabs of one person: the tab that holds the lock has it and tells the others. The one that is looked at
 * takes it over, as a browser may put the others to sleep. Where a browser has no locks (plain http), each tab has its own.
 * Returns its end.
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

  const tell = (event: LiveEvent, isLeader: boolean) => {
    for (const listener of listeners) listener(event, isLeader);
  };
  const say = (message: Message) => channel?.postMessage(message);
  const stand = (live: boolean) => {
    isLive.set(live);
    say({ what: 'state', isLive: live });
  };
  const lead = () => {
    // Until the stream is open it is not known what was missed.
    stand(false);
    const close = openEventStream(cursor, {
      opened: () => stand(true),
      lost: () => stand(false),
      told: (event, at) => {
        cursor = at;
        say({ what: 'event', event, cursor: at });
        tell(event, true);
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
    // A lock that is taken over at once cannot be waited for as well.
    queued = options.steal === true ? undefined : new AbortController();
    const asked = { ...options, ...(queued !== undefined && { signal: queued.signal }) };
    locks.request(name, asked, held).catch(() => {
      // Taken over by another tab, or no longer waited for.
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
        tell(data.event, false);
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
