import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#shared/contracts/errors.ts';
import type { Authenticate, Principal } from '../auth/authenticate.ts';
import { RefusedByProvider, type Granted, type OpenIdProvider } from './openid-provider.ts';
import { providerAway, sessionEnded } from './refusals.ts';
import type { Session, SessionStore, SessionTokens } from './session-store.ts';

/** Refreshes the access token if necessary. If the session is over, removes the session and throws `sessionEnded`. */
export type KeepFresh = (id: string, session: Session) => Promise<Session>;

/** An access token is refreshed this many ms before it expires. */
const earlyMs = 30_000;
/** A lock expires after this many ms, longer than a provider needs, in case the gateway that holds the lock has died. */
const lockMs = 15_000;
const pollMs = 100;
const waitMs = 12_000;
/** How many ms to wait after a failed refresh before the next attempt. The present token stays in use meanwhile. */
const againMs = 5_000;

/** Throws, like `authenticate`, for a token that is not for this store. */
export async function keptTokens(
  granted: Granted,
  authenticate: Authenticate,
  now: number,
): Promise<{ tokens: SessionTokens; principal: Principal; mayEnter: boolean }> {
  const principal = await authenticate(`Bearer ${granted.access}`);
  const { scopes, expiresAt } = principal;
  const early = Math.min(earlyMs, (expiresAt - now) / 4);
  const tokens = { ...granted, accessUntil: expiresAt, refreshAt: expiresAt - early };
  return { tokens, principal, mayEnter: scopes.has('admin:read') };
}

/**
 * All gateways share one refresh, because a refresh token is valid only once. If the provider rejects the refresh, the session
 * ends. While the provider or its keys are unavailable, or the new token is not valid here, the present token is used until it
 * expires.
 */
export function createKeepFresh(deps: {
  store: SessionStore;
  provider: OpenIdProvider | null;
  authenticate: Authenticate;
  now?: () => number;
}): KeepFresh {
  const { store, provider, authenticate, now = Date.now } = deps;
  const underWay = new Map<string, Promise<Session>>();
  const isFresh = ({ tokens }: Session) => tokens.refresh === null || now() < tokens.refreshAt;

  async function findAgain(id: string): Promise<Session> {
    const session = await store.find(id);
    if (session === null) throw sessionEnded();
    return session;
  }

  /** The lock's holder refreshes the token. Other processes use the present token, and wait only once it has expired. */
  async function freshen(id: string, asker: OpenIdProvider): Promise<Session> {
    const until = now() + waitMs;
    while (now() < until) {
      const unlock = await store.lock(id, lockMs);
      try {
        const session = await findAgain(id);
        if (isFresh(session)) return session;
        if (unlock !== null) return await refresh(id, session, asker);
        if (now() < session.tokens.accessUntil) return session;
      } finally {
        await unlock?.();
      }
      await pause(pollMs);
    }
    throw providerAway(new Error('another gateway has not finished refreshing the session'));
  }

  async function refresh(id: string, session: Session, asker: OpenIdProvider): Promise<Session> {
    let { refresh: token } = session.tokens;
    try {
      const granted = await asker.refresh(token ?? '');
      // The provider may accept only this refresh token from now on, even if the new access token cannot be verified yet.
      token = granted.refresh;
      const { tokens, principal, mayEnter } = await keptTokens(granted, authenticate, now());
      const next = { ...session, tokens: { ...tokens, id: tokens.id ?? session.tokens.id } };
      if (principal.subject === session.subject && mayEnter && (await store.replace(id, next))) return next;
    } catch (error) {
      if (error instanceof RefusedByProvider) {
        await store.remove(id);
        throw sessionEnded();
      }
      if (!(error instanceof Problem)) throw error;
      const later = postponed(session, token);
      const isUsable = now() < session.tokens.accessUntil;
      const isKept = isUsable || error.code === 'unavailable';
      if (isKept && (await store.replace(id, later))) {
        if (isUsable) return later;
        throw error;
      }
    }
    // The session has ended meanwhile, or the token is not for this store, names another person or lacks the scope `admin:read`.
    await store.remove(id);
    if (token !== null) asker.revoke(token).catch(() => undefined);
    throw sessionEnded();
  }

  function postponed(session: Session, refreshToken: string | null): Session {
    const refreshAt = Math.min(now() + againMs, session.tokens.accessUntil);
    return { ...session, tokens: { ...session.tokens, refresh: refreshToken, refreshAt } };
  }

  return async (id, session) => {
    if (provider === null || isFresh(session)) return session;
    return underWay.getOrInsertComputed(id, () => freshen(id, provider).finally(() => underWay.delete(id)));
  };
}
