import type { CookieOptions } from 'express';

/** A session's id in its cookie: 32 random bytes. */
const idPattern = /^[\w-]{43}$/;

/**
 * The names of a store's cookies. They contain the namespace, because cookies ignore ports and one host may serve two stores.
 * `__Host-`, where the browser allows it, keeps other hosts of the same domain from setting one.
 */
export function cookieNames(namespace: string, isSecure: boolean): { session: string; signIn: string } {
  const prefix = isSecure ? '__Host-' : '';
  return { session: `${prefix}${namespace}-session`, signIn: `${prefix}${namespace}-sign-in` };
}

/** A cookie's value; null when it is missing, or sent with two values: one is then from another page of this host. */
export function readCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const found = new Set(pairs.filter((pair) => pair.startsWith(`${name}=`)));
  const [only] = found;
  return only === undefined || found.size > 1 ? null : only.slice(name.length + 1);
}

/** The id in the session's cookie; null for a malformed one. */
export function readSessionId(header: string | undefined, name: string): string | null {
  const value = readCookie(header, name);
  return value !== null && idPattern.test(value) ? value : null;
}

/** Scripts can't read it, and requests from other sites don't carry it. */
export function sessionCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure };
}

/** For the sign-in at a provider: the way back starts on its site, which `strict` would not allow. */
export function signInCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure };
}
