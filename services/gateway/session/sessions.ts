import type { Request, Response } from 'express';
import { Problem } from '#shared/contracts/errors.ts';
import type { Authenticate, Principal } from '../auth/authenticate.ts';
import type { KeepFresh } from './refresh-session.ts';
import { foreignOrigin, noSession, sessionEnded } from './refusals.ts';
import { cookiesOf, readSessionId } from './session-cookie.ts';
import { longestSessionMs, type Session, type SessionStore } from './session-store.ts';

export interface OpenSession {
  id: string;
  session: Session;
  principal: Principal;
}

export type Sessions = ReturnType<typeof createSessions>;

export function createSessions(deps: {
  store: SessionStore;
  keepFresh: KeepFresh;
  authenticate: Authenticate;
  namespace: string;
  baseUrl: (request: Request) => string;
}) {
  const { store, keepFresh, authenticate, namespace, baseUrl } = deps;
  const ownOrigin = (request: Request) => new URL(baseUrl(request)).origin;
  const cookieFor = (request: Request) => cookiesOf(namespace, ownOrigin(request)).session;
  const idOf = (request: Request) => readSessionId(request.headers.cookie, cookieFor(request).name);

  function requireOwnOrigin(request: Request): void {
    const { method, headers } = request;
    const { origin, referer } = headers;
    const source = { method, site: request.get('Sec-Fetch-Site'), origin, referer };
    const own = ownOrigin(request);
    if (!isFromOwnOrigin(source, own)) throw foreignOrigin(own);
  }

  /** If the session's token is no longer valid, because its key was removed, ends the session and throws `sessionEnded`. */
  async function principalOf(id: string, session: Session): Promise<Principal> {
    try {
      const principal = await authenticate(`Bearer ${session.tokens.access}`);
      return {
        name: session.name,
        ...principal,
        expiresAt: Math.min(principal.expiresAt, session.endsAt),
        hasEnded: async () => (await store.find(id)) === null,
      };
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'unauthenticated') throw error;
      await store.remove(id);
      throw sessionEnded();
    }
  }

  /** The session of a request. Throws for a request from another origin, and for a request without a session. */
  async function open(request: Request): Promise<OpenSession> {
    const id = idOf(request);
    if (id === null) throw noSession();
    requireOwnOrigin(request);
    const kept = await store.find(id);
    if (kept === null) throw sessionEnded();
    // The refresh and the restart of the idle time run concurrently, so that a request needs only one round trip.
    const [session] = await Promise.all([keepFresh(id, kept), isUse(request) && store.use(id, kept)]);
    return { id, session, principal: await principalOf(id, session) };
  }

  return {
    /** The caller by the request's token, or by the browser's session if the request has no `Authorization` header. */
    identify: async (request: Request): Promise<Principal> => {
      const { authorization } = request.headers;
      if (authorization !== undefined || idOf(request) === null) return authenticate(authorization);
      return (await open(request)).principal;
    },
    requireOwnOrigin,
    open,
    /** The id in the request's cookie. The session with this id may have ended. */
    idIn: idOf,
    /** Sets the cookie of a new session. Removes the session of the request's cookie, and the session `former`. */
    begin: async (request: Request, response: Response, id: string, former: string | null = null) => {
      for (const before of [idOf(request), former]) if (before !== null) await store.remove(before);
      const { name, options } = cookieFor(request);
      response.cookie(name, id, { ...options, maxAge: longestSessionMs });
    },
    /** Ends the session of the request's cookie for every gateway. Resolves with the session, or with null if there is none. */
    end: async (request: Request, response: Response): Promise<Session | null> => {
      requireOwnOrigin(request);
      const id = idOf(request);
      const session = id === null ? null : await store.find(id);
      if (id !== null) await store.remove(id);
      const { name, options } = cookieFor(request);
      response.clearCookie(name, options);
      return session;
    },
  };
}

/** Streams, and requests that an untouched page sends by itself, must not keep a session alive. */
function isUse(request: Request): boolean {
  const isStream = request.get('Accept')?.includes('text/event-stream') === true;
  return !isStream && request.get(unattendedHeader) === undefined;
}

/** A console page sends this header when it had no input for a minute. */
const unattendedHeader = 'X-Unattended';

interface RequestSource {
  method: string;
  site: string | undefined;
  origin: string | undefined;
  referer: string | undefined;
}

/**
 * Whether a page of the origin `own` sent the request. On plain http, browsers send `Sec-Fetch-Site` only to localhost. For any
 * other host, a read must have a matching `Origin` or `Referer`, and a write a matching `Origin`.
 */
export function isFromOwnOrigin({ method, site, origin, referer }: RequestSource, own: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  if (site !== undefined && site !== 'same-origin') return false;
  if (origin !== undefined) return origin === own;
  if (!isRead) return false;
  return site === 'same-origin' || originOf(referer) === own;
}

function originOf(url: string | undefined): string | null {
  return url !== undefined && URL.canParse(url) ? new URL(url).origin : null;
}
