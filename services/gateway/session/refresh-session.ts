import { setTimeout as pause } from 'node:timers/promises';
import { Problem } from '#shared/errors.ts';
import type { Authenticate, Principal } from '../auth/authenticate.ts';
import { RefusedByProvider } from './openid-provider.ts';
import type { Granted, OpenIdProvider } from './openid-provider.ts';
import { providerAway, sessionEnded } from './refusals.ts';
import type { Session, SessionStore, SessionTokens } from './session-store.ts';

/** A session whose access token is good, or is found out to be over: refused as ended, and removed. */
export type KeepFresh = (id: string, session: Session) => Promise<Session>;

/** Another token is asked for while the one there is still serves. */
const earlyMs = 30_000;
/** More than a provider takes; a gateway that dies with the lock keeps the others waiting for so long. */
const lockMs = 15_000;
const pollMs = 100;
const waitMs = 12_000;
/** After a failure the token that there is goes on for so long before the provider is asked again. */
const againMs = 5_000;

/** What a provider gave as it is kept. Throws what `authenticate` does for a token that is not for this store. */
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
 * Asks the provider for another token when one runs out: once for all requests that need it, of all gateways, since a refresh token
 * is good once. A provider that refuses ends the session; while one is away, the token that there is serves to its end.
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

  /** Whoever has the lock asks; the others wait for what comes of it. */
  async function freshen(id: string, asker: OpenIdProvider): Promise<Session> {
    const until = now() + waitMs;
    while (now() < until) {
      const unlock = await store.lock(id, lockMs);
      try {
        const session = await findAgain(id);
        if (isFresh(session)) return session;
        if (unlock !== null) return await refresh(id, session, asker);
      } finally {
        await unlock?.();
      }
      await pause(pollMs);
    }
    throw providerAway(new Error('another gateway has not finished'));
  }

  async function refresh(id: string, session: Session, asker: OpenIdProvider): Promise<Session> {
    const granted = await ask(id, session, asker);
    if (granted === null) return postponed(id, session);
    const { tokens, principal, mayEnter } = await keptTokens(granted, authenticate, now());
    const next = { ...session, tokens: { ...tokens, id: tokens.id ?? session.tokens.id } };
    if (principal.subject === session.subject && mayEnter && (await store.replace(id, next))) return next;
    // Signed out meanwhile, or somebody else now.
    await store.remove(id);
    if (granted.refresh !== null) asker.revoke(granted.refresh).catch(() => undefined);
    throw sessionEnded();
  }

  /** Null: the provider is away, and the token that there is still serves. */
  async function ask(id: string, { tokens }: Session, asker: OpenIdProvider): Promise<Granted | null> {
    try {
      return await asker.refresh(tokens.refresh ?? '');
    } catch (error) {
      if (error instanceof RefusedByProvider) {
        await store.remove(id);
        throw sessionEnded();
      }
      if (error instanceof Problem && now() < tokens.accessUntil) return null;
      throw error;
    }
  }

  async function postponed(id: string, session: Session): Promise<Session> {
    const refreshAt = Math.min(now() + againMs, session.tokens.accessUntil);
    const next = { ...session, tokens: { ...session.tokens, refreshAt } };
    await store.replace(id, next);
    return next;
  }

  return async (id, session) => {
    if (provider === null || isFresh(session)) return session;
    const known = underWay.get(id);
    if (known) return known;
    const fresh = freshen(id, provider).finally(() => underWay.delete(id));
    underWay.set(id, fresh);
    return fresh;
  };
}
