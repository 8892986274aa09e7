import { once } from 'node:events';
import type { Response } from 'express';
import type { Principal } from '../auth/authenticate.ts';
import { PlaceExpired, resumesAt, type Feed, type FeedPage, type Following } from './feed.ts';
import type { Places } from './cursor.ts';
import { whenLeftOrEnded } from './when-left.ts';

/** The heartbeat interval that the contract promises. */
export const usualHeartbeatMs = 15_000;
const eventsAtOnce = 1000;

interface Rendering {
  seal: (places: Places) => string;
  /** Removes from an event's JSON what the caller must not see. */
  show: (json: string) => string;
}

/**
 * The `id` of each event is its cursor. The stream lasts until the client disconnects, its token or session ends, or the gateway
 * stops. Heartbeats also carry a cursor, so that a client that receives few events resumes near the end of the log.
 */
export async function streamEvents(
  feed: Feed,
  following: Following,
  begun: { first: FeedPage; places: Places; rendering: Rendering; heartbeatMs?: number },
  { principal, response }: { principal: Principal; response: Response },
): Promise<void> {
  const { first, places, rendering, heartbeatMs = usualHeartbeatMs } = begun;
  const { signal, forget } = whenLeftOrEnded(response, principal, feed.closed);
  const letGo = feed.hold(following.services);
  const stream = { response, rendering, places: new Map(places), signal, heartbeatMs };
  try {
    response.flushHeaders();
    await sendPages(feed, following, first, stream);
  } catch (error) {
    // End the stream. The client reconnects and gets a 410.
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
    // Reads the next page while the current page is being sent, so that the client waits less.
    const upcoming = page.hasMore ? next(page.next) : null;
    upcoming?.catch(() => undefined);
    if (page.events.length > 0) {
      await write(stream, eventsText(stream, page));
      beatAt = performance.now() + heartbeatMs;
    }
    stream.places = resumesAt(following, stream.places, page.next);
    if (!upcoming) await feed.wait(page, Math.max(beatAt - performance.now(), 0), signal);
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

/** Resolves when the client can receive more, or when the stream ends. */
async function write({ response, signal }: Stream, text: string): Promise<void> {
  if (response.destroyed || response.write(text)) return;
  // Rejects when the stream ends.
  await once(response, 'drain', { signal }).catch(() => undefined);
}
