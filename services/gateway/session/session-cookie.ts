import type { CookieOptions } from 'express';

/** 32 random bytes in base64url. */
const idPattern = /^[\w-]{43}$/;

/** Cookies ignore ports, so the names have the namespace. `__Host-` keeps other hosts of the domain from setting them. */
export function cookieNames(namespace: string, isSecure: boolean): { session: string; signIn: string } {
  const prefix = isSecure ? '__Host-' : '';
  return { session: `${prefix}${namespace}-session`, signIn: `${prefix}${namespace}-sign-in` };
}

/**
 * Null if the cookie is missing, and if the request has it twice, because another page on this host may have set one of the
 * two.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const found = new Set(pairs.filter((pair) => pair.startsWith(`${name}=`)));
  const [only] = found;
  return only === undefined || found.size > 1 ? null : only.slice(name.length + 1);
}

/** The session id in a cookie. Null when the cookie is missing or malformed. */
export function readSessionId(header: string | undefined, name: string): string | null {
  const value = readCookie(header, name);
  return value !== null && idPattern.test(value) ? value : null;
}

/** Scripts can't read the cookie, and requests from other sites don't carry it. */
export function sessionCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'strict', path: '/', secure: isSecure };
}

/** `lax`: a provider's redirect starts on its own site, and browsers would not send a `strict` cookie. */
export function signInCookie(isSecure: boolean): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure };
}
