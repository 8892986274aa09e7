import { loadSigningKeys, signLinkCode } from '#services/gateway/auth/signing-keys.ts';
import type { StoreAccess } from './store-access.ts';

export interface Seen {
  status: number;
  headers: Headers;
  body: unknown;
}

type Sent = Record<string, string>;

/** Acts like a browser: stores cookies and sends the Origin header. */
export interface Browser {
  /** Sends a request as the console's pages do; `headers` override the browser's own headers. */
  ask: (
    method: string,
    path: string,
    options?: { json?: unknown; headers?: Sent; url?: string },
  ) => Promise<Seen>;
  cookies: Map<string, string>;
  /** The last Set-Cookie header, including its attributes. */
  lastSetCookie: () => string;
}

export function openBrowser(url: string, cookies = new Map<string, string>()): Browser {
  let lastSetCookie = '';
  return {
    cookies,
    lastSetCookie: () => lastSetCookie,
    ask: async (method, path, options = {}) => {
      const { json, headers = {}, url: other = url } = options;
      const isWrite = method !== 'GET' && method !== 'HEAD';
      const response = await fetch(new URL(path, other), {
        method,
        redirect: 'manual',
        headers: {
          accept: 'application/json',
          cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
          'sec-fetch-site': 'same-origin',
          ...(isWrite && { origin: new URL(other).origin }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
      for (const cookie of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        lastSetCookie = cookie;
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await response.text();
      const isJson = (response.headers.get('content-type') ?? '').includes('json');
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
    },
  };
}

/** The code in a link that `npm run console` would print. */
export async function linkCode(
  store: Pick<StoreAccess, 'keysFolder'>,
  {
    subject = 'layla',
    scope = 'admin',
    lifetime = 300,
    ...more
  }: { subject?: string; scope?: string; lifetime?: number; name?: string } = {},
): Promise<string> {
  return signLinkCode(await loadSigningKeys(store.keysFolder), { subject, scope, lifetime, ...more });
}

/** A browser that has opened a sign-in link and is signed in. */
export async function signedIn(
  store: Pick<StoreAccess, 'url' | 'keysFolder'>,
  who: { subject?: string; scope?: string; name?: string } = {},
): Promise<Browser> {
  const browser = openBrowser(store.url);
  const { status } = await browser.ask('POST', '/console/sign-in', {
    json: { code: await linkCode(store, who) },
  });
  if (status !== 204) throw new Error(`The sign-in answered ${status}`);
  return browser;
}
