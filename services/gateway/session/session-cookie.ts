import type { CookieOptions } from 'express';

/** A session's id, as the browser keeps it: 32 random bytes. */
const idPattern = /^[\w-]{43}$/;

/**
 * What a store calls its cookies. Of two stores on one host the namespaces differ: cookies know no ports. `__Host-`, where the browser
 * allows it, keeps other hosts of the same domain from setting one.
 */
export function cookieNames(namespace: string, isSecure: boolean): { session: string; signIn: string } {
  const prefix = isSecure ? '__Host-' : '';
  return { session: `${prefix}${namespace}-session`, signIn: `${prefix}${namespace}-sign-in` };
}

/** The cookie of this name; null when there is none, or two that differ: then one of them is of another page of this host. */
export function readCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const found = new Set(pairs.filter((pair) => pair.startsWith(`${name}=`)));
  const [only] = found;
  return only === undefined || found.size > 1 ? null : only.slice(name.length + 1);
}

/** The id in the session's cookie; null for one that no gateway has made. */
export function readSessionId(header: string | undefined, name: string): string | null {
  const value = readCookie(header, name);
  return value !== null && idPattern.test(value) ? value : null;
}

/** No script reads it, and no request that another site begins carries it. */
export function sessionCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure };
}

/** While somebody is at the provider: the way back begins there, which `strict` would not allow. */
export function signInCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure };
}
