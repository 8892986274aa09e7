import type { CookieOptions } from 'express';

/** A session's id in its cookie: 32 random bytes. */
const idPattern = /^[\w-]{43}$/;

/**
 * The names of a store's cookies. They contain the namespace, because cookies ignore ports and one host may serve two stores.
 * Where the browser allows it, the prefix `__Host-` prevents other hosts of the same domain from setting such a cookie.
 */
export function cookieNames(namespace: string, isSecure: boolean): { session: string; signIn: string } {
  const prefix = isSecure ? '__Host-' : '';
  return { session: `${prefix}${namespace}-session`, signIn: `${prefix}${namespace}-sign-in` };
}

/**
 * A cookie's value. Null when the cookie is missing. Also null when the cookie was sent with two values, because another page
 * on this host may have set one of the two.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const found = new Set(pairs.filter((pair) => pair.startsWith(`${name}=`)));
  const [only] = found;
  return only === undefined || found.size > 1 ? null : only.slice(name.length + 1);
}

/** The id in the session's cookie. Null when the cookie is missing or malformed. */
export function readSessionId(header: string | undefined, name: string): string | null {
  const value = readCookie(header, name);
  return value !== null && idPattern.test(value) ? value : null;
}

/** The cookie for sessions. Scripts can't read it, and requests from other sites don't carry it. */
export function sessionCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure };
}

/**
 * The cookie for the sign-in at a provider. The return from the provider starts on the provider's site, and `strict` would then
 * withhold the cookie.
 */
export function signInCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure };
}
