import type { Request, Response, Router } from 'express';
import {
  eventLocals,
  eventsQueryNames,
  type EventsQuery,
} from '#shared/contracts/endpoints/event-endpoints.ts';
import { serviceNames, type ServiceName } from '#shared/contracts/kit/define.ts';
import { similarType } from '#shared/contracts/kit/event-types.ts';
import type { StoreLocale } from '#shared/contracts/kit/fields.ts';
import { invalid, Problem } from '#shared/contracts/errors.ts';
import { events } from '#shared/contracts/events.ts';
import { principalOf } from '../auth/access.ts';
import type { CallerLimit } from '../limits/caller-limit.ts';
import type { OpenReads } from '../limits/open-reads.ts';
import { beginEventStream } from '../http/caching.ts';
import { readQuery } from '../http/request-query.ts';
import { endpoints } from '../http/routes.ts';
import { serveLocals } from '../locals/serve-locals.ts';
import { warnOfIgnored } from '../reads/forward-read.ts';
import type { ServiceClient } from '../reads/service-client.ts';
import { tokenExpired, unauthenticated, type Principal } from '../auth/authenticate.ts';
import { createCursors, oldest, type Cursors, type Places } from './cursor.ts';
import { noUser, PlaceExpired, resumesAt, type Feed, type FeedPage, type Following } from './feed.ts';
import { streamEvents } from './stream-events.ts';
import { whenLeftOrEnded } from './when-left.ts';

/** Fields of events that shoppers must not see. */
const hidden = new Set(['by', 'manufacturing_price', 'authorised', 'credited', 'stock']);

type EventType = keyof typeof events;

const allTypes = Object.keys(events) as EventType[];
/** The types for which `ownerOf` in `log-entries.ts` finds an owner. */
const shopperTypes = allTypes.filter(
  (type) => type.startsWith('orders.order.') && !type.startsWith('orders.order.noted.'),
);

/** The kinds of records in the subjects of these events, such as `orders` in `orders/12`. */
function subjectsOf(types: readonly EventType[]): ReadonlySet<string> {
  return new Set(types.map((type) => events[type].subjects));
}

interface Deps {
  feed: Feed;
  countStream: CallerLimit;
  openReads: OpenReads;
  secret: string;
  locale: StoreLocale;
  services: Pick<ServiceClient, 'ask'>;
  unknownUserMs?: number;
}

interface ServedFeed {
  services: readonly ServiceName[];
  /** The types of events that the feed can contain. */
  types: readonly EventType[];
  cursors: Cursors;
  show: (json: string) => string;
  /** The lists that a client reloads after it has missed events. */
  snapshot: readonly string[];
  /** Finds the user whose events the feed has. Null: the feed has the events of all users. */
  ownerOf: ((principal: Principal) => Promise<number>) | null;
}

export function createEventsRouter(deps: Deps): Router {
  const { secret } = deps;
  const ofOrders = ['orders'] as const;
  const ofStore: ServedFeed = {
    services: serviceNames,
    types: allTypes,
    cursors: createCursors(secret, 'admin', serviceNames),
    show: (json) => json,
    snapshot: adminLists(),
    ownerOf: null,
  };
  const ofShopper: ServedFeed = {
    services: ofOrders,
    types: shopperTypes,
    cursors: createCursors(secret, 'client', ofOrders),
    show: shopperForm,
    snapshot: ['/api/client/orders'],
    ownerOf: (principal) => userIdOf(deps.services, principal),
  };
  return serveLocals(
    eventLocals,
    {
      'events.list': ({ query }, request, response) => answer(deps, ofStore, query(), request, response),
      'own-events.list': ({ query }, request, response) =>
        answer(deps, ofShopper, query(), request, response),
    },
    deps,
  );
}

/** The user id that identifies a shopper in events, or `noUser` if the user does not exist. */
async function userIdOf(
  services: Pick<ServiceClient, 'ask'>,
  { userId, external }: Principal,
): Promise<number> {
  if (!external) return userId ?? noUser;
  // Only the database of the orders service maps the identity provider's ids to users.
  const query = new URLSearchParams({ external_id: external.id }).toString();
  const found = (await services.ask('orders', 'GET', `/user-id?${query}`)) as { id: number } | null;
  return found?.id ?? noUser;
}

const usualLimit = 100;
/** The stream of a shopper whose user does not exist yet ends after this time, so that a new stream may find the user. */
const usualUnknownUserMs = 30_000;

async function answer(
  { feed, countStream, openReads, unknownUserMs = usualUnknownUserMs }: Deps,
  endpoint: ServedFeed,
  query: EventsQuery,
  request: Request,
  response: Response,
): Promise<void> {
  const principal = principalOf(response);
  const { limit = usualLimit, subject = null } = query;
  const waitMs = (query.wait ?? 0) * 1000;
  const type = query.types?.join(',') ?? query.type ?? null;
  const isStream = request.accepts(['application/json', 'text/event-stream']) === 'text/event-stream';
  const cursor = (isStream ? request.get('Last-Event-ID') : undefined) ?? query.after ?? null;
  warnOfIgnored(readQuery(request).fields, known, response);
  warnOfNoMatch(query, endpoint, response);
  const { services, cursors, show, ownerOf } = endpoint;
  const owner = ownerOf && (await ownerOf(principal));
  const following: Following = { services, owner, type, subject };
  if (isStream || waitMs > 0) countStream(principal.subject, response);
  // A page counts against the limit of concurrent reads, because it may read thousands of events to find the few that match.
  else await openReads.begin(principal.subject, 'orders', owner === null ? 'scan' : 'clientScan', response);
  response.vary('Accept');
  try {
    const places = await placesOf(feed, endpoint, cursor);
    if (isStream) {
      const first = await feed.page(following, places, limit);
      beginEventStream(response);
      if (request.method === 'HEAD') response.end();
      else {
        const rendering = { seal: cursors.seal, show };
        const longestMs = owner === noUser ? unknownUserMs : Infinity;
        const expiresAt = Math.min(principal.expiresAt, Date.now() + longestMs);
        const to = { principal: { ...principal, expiresAt }, response };
        await streamEvents(feed, following, { first, places, rendering }, to);
      }
      return;
    }
    const page = await pollEvents(feed, following, { places, limit, waitMs }, { principal, response });
    response.setHeader('Content-Type', 'application/json; charset=utf-8').end(pageText(page, endpoint));
  } catch (error) {
    if (!(error instanceof PlaceExpired)) throw error;
    const extra = { cursor: cursors.seal(error.current), snapshot: endpoint.snapshot };
    throw new Problem('cursor_expired', { extra });
  }
}

const known = { names: eventsQueryNames, filters: [], paging: 'all' } as const;

/** Without a warning, a client would wait for ever for a type or subject that the feed never contains, such as a misspelt one. */
function warnOfNoMatch(
  { type, types = type?.split(',') ?? [], subject }: EventsQuery,
  feed: Pick<ServedFeed, 'types'>,
  response: Response,
): void {
  const similar = types.map((one) => similarType(one, feed.types));
  const [nearest = null] = similar.includes(null) ? [] : similar;
  const [kind = '', id = ''] = subject?.split('/', 2) ?? [];
  const isSubject = subject === undefined || (subjectsOf(feed.types).has(kind) && /^\d+$/.test(id));
  const warnings = [
    ...(nearest === null ? [] : [`299 - "no event of this feed has this type: did you mean ${nearest}"`]),
    ...(isSubject ? [] : ['299 - "no event of this feed has this subject: send one such as orders/12"']),
  ];
  if (warnings.length > 0) response.append('Warning', warnings.join(', '));
}

async function placesOf(
  feed: Feed,
  { services, cursors }: ServedFeed,
  cursor: string | null,
): Promise<Places> {
  if (cursor === null) return feed.now(services);
  if (cursor === '0') return new Map(services.map((service) => [service, oldest]));
  const places = cursors.open(cursor);
  if (places === null) throw invalid({ field: 'after', rule: 'event_cursor' });
  return places;
}

/** Builds the response body as text, because each event is already JSON. */
function pageText({ events, next, hasMore, delayed }: FeedPage, { cursors, show }: ServedFeed): string {
  const meta = { next: cursors.seal(next), has_more: hasMore, delayed };
  return `{"data":[${events.map(({ json }) => show(json)).join(',')}],"meta":${JSON.stringify(meta)}}`;
}

function adminLists(): string[] {
  const area = '/api/admin/';
  const subjects = subjectsOf(allTypes);
  return endpoints
    .filter(({ kind, declared }) => kind === 'read' && declared.list !== null)
    .map(({ declared }) => declared.path)
    .filter((path) => path.startsWith(area) && subjects.has(path.slice(area.length)));
}

function shopperForm(json: string): string {
  return JSON.stringify(JSON.parse(json), (name, value: unknown) => {
    if (hidden.has(name)) return undefined;
    return name === 'changed' && Array.isArray(value) ? value.filter(isShown) : value;
  });
}

/** Whether shoppers may see this entry of `changed`. Even names such as `items.12.manufacturing_price` are hidden from them. */
function isShown(field: unknown): boolean {
  return !hidden.has(String(field).split('.').at(-1) ?? '');
}

/** The next page of events, after at most `waitMs`. Throws `unauthenticated` if the token or session ends meanwhile. */
export async function pollEvents(
  feed: Feed,
  following: Following,
  { places, limit, waitMs }: { places: Places; limit: number; waitMs: number },
  { principal, response }: { principal: Principal; response: Response },
): Promise<FeedPage> {
  const until = performance.now() + waitMs;
  const { signal, forget } = whenLeftOrEnded(response, principal, feed.closed);
  const letGo = waitMs > 0 ? feed.hold(following.services) : () => undefined;
  try {
    for (let from = places; ;) {
      const page = await feed.page(following, from, limit);
      const end = from === places ? null : await endOf(principal);
      if (end) throw end;
      const leftMs = until - performance.now();
      if (page.events.length > 0 || page.hasMore || leftMs <= 0 || signal.aborted)
        return { ...page, next: resumesAt(following, places, page.next) };
      from = page.next;
      await feed.wait(page, leftMs, signal);
    }
  } finally {
    letGo();
    forget();
  }
}

/** The error if the token or session has ended, otherwise null. While Redis is unavailable, a session counts as active. */
async function endOf({ expiresAt, hasEnded }: Principal): Promise<Problem | null> {
  if (await hasEnded?.().catch(() => false)) return unauthenticated();
  return Date.now() >= expiresAt ? tokenExpired() : null;
}
