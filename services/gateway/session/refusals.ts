import { detail, Problem, retryLater } from '#shared/contracts/errors.ts';

/** Why there is no session. The console has its own text for each reason; `remedy` is for readers of the raw response. */
type SignInReason = 'no_session' | 'session_ended' | 'link_used' | 'link_expired' | 'link_invalid';

export function signInNeeded(reason: SignInReason, remedy: string): Problem {
  return new Problem('unauthenticated', {
    extra: { reason, remedy },
    headers: { 'WWW-Authenticate': 'Bearer realm="storefront"' },
  });
}

export function noSession(): Problem {
  return signInNeeded('no_session', 'Sign in at /console.');
}

export function sessionEnded(): Problem {
  return signInNeeded('session_ended', 'Sign in again at /console.');
}

/** `own` is the origin that the gateway considers its own. */
export function foreignOrigin(own: string): Problem {
  const remedy =
    `Only pages of ${own} can use a session. Other programs send a token, as Authorization: Bearer. ` +
    'If this is the console, PUBLIC_URL (or TRUST_PROXY behind a proxy) does not match the address at which it was opened.';
  return new Problem('forbidden', { extra: { reason: 'foreign_origin', remedy } });
}

export function providerAway(cause: unknown): Problem {
  const part = 'identity provider';
  return retryLater('unavailable', detail('sign_in_without_provider'), { part }, 5, cause);
}

export function linkIsOff(): Problem {
  const remedy =
    'Sign-in links do not work in this store, because its staff sign in at an identity provider.';
  return new Problem('forbidden', { extra: { reason: 'links_off', remedy } });
}
