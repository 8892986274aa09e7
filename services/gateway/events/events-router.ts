import { Router, type Request, type Response } from 'express';
import { serviceNames, type Scope, type ServiceName } from '#shared/contracts/schema-kit/define.ts';
import type { StoreLocale } from '#shared/contracts/schema-kit/fields.ts';
import { invalid } from '#shared/errors.ts';
import { principalOf, requireScope } from '../auth/access.ts';
import { pathOf } from '../http/request-context.ts';
import { readQuery } from '../http/request-query.ts';
import type { CallerLimit } from '../limits/caller-limit.ts';
import { methodNotAllowed } from '../problems/problem-response.ts';
import { createCursors, oldest, type Cursors, type Places } from './cursor.ts';
import { eventLists } from './event-lists.ts';
import { readEventsQuery } from './events-query.ts';
import { cursorExpired, PlaceExpired, type Feed, type FeedPage, type Following } from './feed.ts';
import { pollEvents } from './poll-events.ts';
import { shopperForm } from './shopper-form.ts';
import { streamEvents } from './stream-events.ts';
import type { UserIdOf } from './user-id.ts';

interface Deps {
  feed: Feed;
  streams: CallerLimit;
  /** The secret that encrypts cursors. */
  secret: string;
  locale: StoreLocale;
  userIdOf: UserIdOf;
}

/** The event feed of one area. */
interface FeedEndpoint {
  path: string;
  scope: Scope;
  services: readonly ServiceName[];
  cursors: Cursors;
  show: (json: string) => string;
  /** The lists that a client reloads after it has missed events. */
  snapshot: readonly string[];
}

/** `/api/admin/events` and `/api/client/events`: the store's events, by long poll and as server-sent events. */
export function createEventsRouter(deps: Deps): Router {
  const { secret } = deps;
  const ofOrders = ['orders'] as const;
  const feeds: FeedEndpoint[] = [
    {
      path: '/api/admin/events',
      scope: 'admin:read',
      services: serviceNames,
      cursors: createCursors(secret, 'admin', serviceNames),
      show: (json) => json,
      snapshot: eventLists.admin,
    },
    {
      path: '/api/client/events',
      scope: 'client',
      services: ofOrders,
      cursors: createCursors(secret, 'client', ofOrders),
      show: shopperForm,
      snapshot: eventLists.client,
    },
  ];
  const router = Router();
  for (const endpoint of feeds) {
    router.get(endpoint.path, (request, response) => answer(deps, endpoint, request, response));
    router.all(endpoint.path, (request) => {
      throw methodNotAllowed(request.method, pathOf(request), ['GET', 'HEAD']);
    });
  }
  return router;
}

async function answer(
  { feed, streams, locale, userIdOf }: Deps,
  endpoint: FeedEndpoint,
  request: Request,
  response: Response,
): Promise<void> {
  requireScope(response, endpoint.scope);
  const principal = principalOf(response);
  const { after, limit, waitMs, type, subject } = readEventsQuery(readQuery(request).fields, locale);
  const isStream = request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
  const cursor = (isStream ? request.get('Last-Event-ID') : undefined) ?? after;
  const { services, cursors, show } = endpoint;
  const owner = endpoint.scope === 'client' ? await userIdOf(principal) : null;
  const following: Following = { services, owner, type, subject };
  if (isStream || waitMs > 0) streams.add(principal.subject, response);
  response.vary('Accept');
  try {
    const places = await placesOf(feed, endpoint, cursor);
    if (isStream) {
      const first = await feed.page(following, places, limit);
      response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
      if (request.method === 'HEAD') response.end();
      else {
        const rendering = { seal: cursors.seal, show };
        await streamEvents(feed, following, { first, places, rendering }, { principal, response });
      }
      return;
    }
    const page = await pollEvents(feed, following, { places, limit, waitMs }, { principal, response });
    response.setHeader('Content-Type', 'application/json; charset=utf-8').end(pageText(page, endpoint));
  } catch (error) {
    if (!(error instanceof PlaceExpired)) throw error;
    throw cursorExpired(cursors.seal(error.current), endpoint.snapshot);
  }
}

async function placesOf(
  feed: Feed,
  { services, cursors }: FeedEndpoint,
  cursor: string | null,
): Promise<Places> {
  if (cursor === null) return feed.now(services);
  if (cursor === '0') return new Map(services.map((service) => [service, oldest]));
  const places = cursors.open(cursor);
  if (places === null) throw invalid({ field: 'after', rule: 'event_cursor' });
  return places;
}

/** The response body for a page of events. Each event's JSON is inserted as text. */
function pageText({ events, next, hasMore, delayed }: FeedPage, { cursors, show }: FeedEndpoint): string {
  const meta = { next: cursors.seal(next), has_more: hasMore, delayed };
  return `{"data":[${events.map(({ json }) => show(json)).join(',')}],"meta":${JSON.stringify(meta)}}`;
}
