import type { Response } from 'express';
import type { Principal } from '../auth/authenticate.ts';
import { PlaceExpired, type Feed, type FeedPage, type Following } from './feed.ts';
import type { Places } from './cursor.ts';
import { whenLeftOrEnded } from './when-left.ts';

/** The interval of heartbeats that the contract promises. */
export const usualHeartbeatMs = 15_000;
const eventsAtOnce = 1000;

export interface Rendering {
  seal: (places: Places) => string;
  /** An event's JSON as the caller may see it. */
  show: (json: string) => string;
}

/**
 * Streams server-sent events from a page on, each with its cursor as `id`, until the client leaves, its token or session ends or
 * the gateway stops. Heartbeats carry a cursor too, so that a client that follows rare events need not resume far back.
 */
export async function streamEvents(
  feed: Feed,
  following: Following,
  {
    first,
    places,
    rendering,
    heartbeatMs = usualHeartbeatMs,
  }: { first: FeedPage; places: Places; rendering: Rendering; heartbeatMs?: number },
  { principal, response }: { principal: Principal; response: Response },
): Promise<void> {
  const { signal, forget } = whenLeftOrEnded(response, principal, feed.closed);
  const letGo = feed.hold(following.services);
  const stream = { response, rendering, places: new Map(places), signal, heartbeatMs };
  try {
    response.flushHeaders();
    await sendPages(feed, following, first, stream);
  } catch (error) {
    // The client reconnects and gets a 410.
    if (!(error instanceof PlaceExpired)) throw error;
  } finally {
    letGo();
    forget();
    response.end();
  }
}

interface Stream {
  response: Response;
  rendering: Rendering;
  /** The places after the last write. */
  places: Places;
  signal: AbortSignal;
  heartbeatMs: number;
}

async function sendPages(feed: Feed, following: Following, first: FeedPage, stream: Stream): Promise<void> {
  const { signal, response, rendering, heartbeatMs } = stream;
  const next = (places: Places) => feed.page(following, places, eventsAtOnce);
  let page = first;
  let beatAt = performance.now() + heartbeatMs;
  while (!signal.aborted) {
    // Reads the next page while this one is written, so that the client doesn't wait for both.
    const upcoming = page.hasMore ? next(page.next) : null;
    upcoming?.catch(() => undefined);
    if (page.events.length > 0) {
      await write(stream, eventsText(stream, page));
      beatAt = performance.now() + heartbeatMs;
    }
    stream.places = page.next;
    if (!upcoming) await feed.wait(page.next, Math.max(beatAt - performance.now(), 0), signal);
    if (performance.now() >= beatAt && !response.writableNeedDrain) {
      response.write(`: waiting\nid: ${rendering.seal(stream.places)}\n\n`);
      beatAt = performance.now() + heartbeatMs;
    }
    page = await (upcoming ?? next(page.next));
  }
}

function eventsText({ rendering, places: before }: Stream, { events, next }: FeedPage): string {
  const places = new Map(before);
  let text = '';
  for (const { service, position, type, json } of events) {
    places.set(service, { epoch: next.get(service)?.epoch ?? null, position });
    text += `id: ${rendering.seal(places)}\nevent: ${type}\ndata: ${rendering.show(json)}\n\n`;
  }
  return text;
}

/** Resolves when the client has taken the text, or the stream ends. */
async function write({ response, signal }: Stream, text: string): Promise<void> {
  if (response.destroyed || response.write(text) || signal.aborted) return;
  await new Promise<void>((resolve) => {
    const go = (): void => {
      response.off('drain', go);
      signal.removeEventListener('abort', go);
      resolve();
    };
    response.once('drain', go);
    signal.addEventListener('abort', go);
  });
}
