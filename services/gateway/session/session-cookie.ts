import type { CookieOptions } from 'express';

/** 32 random bytes in base64url. */
const idPattern = /^[\w-]{43}$/;

interface Cookie {
  name: string;
  options: CookieOptions;
}

/**
 * The cookies of a gateway at this URL. Scripts can't read them. Cookies ignore ports, so their names contain the namespace.
 * `__Host-` keeps other hosts of the domain from setting them.
 */
export function cookiesOf(namespace: string, url: string): { session: Cookie; signIn: Cookie } {
  const secure = url.startsWith('https:');
  const prefix = secure ? '__Host-' : '';
  const common = { httpOnly: true, path: '/', secure };
  return {
    // Requests from other sites don't carry this cookie.
    session: { name: `${prefix}${namespace}-session`, options: { ...common, sameSite: 'strict' } },
    // A provider's redirect starts on its own site, and browsers would not send a `strict` cookie.
    signIn: { name: `${prefix}${namespace}-sign-in`, options: { ...common, sameSite: 'lax' } },
  };
}

/**
 * Returns null if the cookie is missing. Also returns null if the request has two different values for the cookie, because
 * another page on this host may have set one of these values.
 */
export function readCookie(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const found = new Set(pairs.filter((pair) => pair.startsWith(`${name}=`)));
  const [only] = found;
  return only === undefined || found.size > 1 ? null : only.slice(name.length + 1);
}

/** Returns null when the cookie is missing or malformed. */
export function readSessionId(header: string | undefined, name: string): string | null {
  const value = readCookie(header, name);
  return value !== null && idPattern.test(value) ? value : null;
}
