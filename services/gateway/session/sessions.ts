import type { Request, Response } from 'express';
import { Problem } from '#shared/errors.ts';
import type { Authenticate, Principal } from '../auth/authenticate.ts';
import type { KeepFresh } from './refresh-session.ts';
import { isFromOwnOrigin } from './own-origin.ts';
import { foreignOrigin, noSession, sessionEnded } from './refusals.ts';
import { cookieNames, readSessionId, sessionCookie } from './session-cookie.ts';
import { longestSessionMs, type Session, type SessionStore } from './session-store.ts';

/** A session that a request came with, and what its token allows. */
export interface OpenSession {
  id: string;
  session: Session;
  principal: Principal;
}

/** The sessions of browsers, identified by their cookies. */
export interface Sessions {
  /** Whether a cookie authenticates the request; an `Authorization` header takes precedence. */
  speaksFor: (request: Request) => boolean;
  /** The session of the request's cookie; refuses requests of other origins, and those without a session. */
  open: (request: Request) => Promise<OpenSession>;
  /** Refuses a request that no page of this origin made. */
  requireOwnOrigin: (request: Request) => void;
  /** The session id in the request's cookie. The session may have ended. */
  idIn: (request: Request) => string | null;
  /** Sets the cookie of a new session, and removes the browser's previous session (`former` if the cookie is absent). */
  begin: (request: Request, response: Response, id: string, former?: string | null) => Promise<void>;
  /** Ends the session of the request's cookie, for every gateway. Resolves with the session, if there was one. */
  end: (request: Request, response: Response) => Promise<Session | null>;
}

export function createSessions(deps: {
  store: SessionStore;
  keepFresh: KeepFresh;
  authenticate: Authenticate;
  namespace: string;
  /** The base URL of the store as clients reach it. */
  baseUrl: (request: Request) => string;
}): Sessions {
  const { store, keepFresh, authenticate, namespace, baseUrl } = deps;
  const ownOrigin = (request: Request) => new URL(baseUrl(request)).origin;
  const isSecure = (request: Request) => ownOrigin(request).startsWith('https:');
  const nameFor = (request: Request) => cookieNames(namespace, isSecure(request)).session;
  const idOf = (request: Request) => readSessionId(request.headers.cookie, nameFor(request));

  function requireOwnOrigin(request: Request): void {
    const { method, headers } = request;
    const { origin, referer } = headers;
    const source = { method, site: request.get('Sec-Fetch-Site'), origin, referer };
    const own = ownOrigin(request);
    if (!isFromOwnOrigin(source, own)) throw foreignOrigin(own);
  }

  /** A token that is no longer valid, because its key was removed, ends the session. */
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

  return {
    speaksFor: (request) => request.headers.authorization === undefined && idOf(request) !== null,
    requireOwnOrigin,
    open: async (request) => {
      const id = idOf(request);
      if (id === null) throw noSession();
      requireOwnOrigin(request);
      const kept = await store.find(id);
      if (kept === null) throw sessionEnded();
      // Both run concurrently, so that the idle time costs a request no further round trip.
      const [session] = await Promise.all([keepFresh(id, kept), isUse(request) && store.use(id, kept)]);
      return { id, session, principal: await principalOf(id, session) };
    },
    idIn: idOf,
    begin: async (request, response, id, former = null) => {
      for (const before of [idOf(request), former]) if (before !== null) await store.remove(before);
      response.cookie(nameFor(request), id, {
        ...sessionCookie(isSecure(request)),
        maxAge: longestSessionMs,
      });
    },
    end: async (request, response) => {
      requireOwnOrigin(request);
      const id = idOf(request);
      const session = id === null ? null : await store.find(id);
      if (id !== null) await store.remove(id);
      response.clearCookie(nameFor(request), sessionCookie(isSecure(request)));
      return session;
    },
  };
}

/** An untouched page keeps sending requests, and a stream stays open: neither may keep its session alive. */
function isUse(request: Request): boolean {
  const isStream = request.get('Accept')?.includes('text/event-stream') === true;
  return !isStream && request.get(unattendedHeader) === undefined;
}

/** Sent by a page of the console without input for a minute. */
const unattendedHeader = 'X-Unattended';
