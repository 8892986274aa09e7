import {
  createServer,
  request as requestOf,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import type { ShopFile } from './bundle-shop.ts';

interface ShopServer {
  store: URL;
  /** Returns the shopper's token. The token stays on the server, so the page never sees it. */
  token: () => Promise<string>;
  files: ReadonlyMap<string, ShopFile>;
}

const security = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
};

/** Serves the shop. Forwards `/api` requests of its page to the store, with the shopper's token. */
export function createShopServer({ store, token, files }: ShopServer): Server {
  return createServer((request, response) => {
    const path = request.url?.split('?')[0] ?? '';
    const file = files.get(path);
    if (file !== undefined)
      response.writeHead(200, { ...security, 'content-type': file.type }).end(file.content);
    else if (!path.startsWith('/api/')) end(response, 404, 'There is nothing here.');
    else if (!isOwnPage(request)) end(response, 403, 'This shop answers only its own page.');
    else
      forward(store, token, request, response).catch(() => end(response, 502, 'The store does not answer.'));
  });
}

/**
 * Rejects requests of other pages. Any page in a browser on this machine could otherwise send requests here and act as the
 * shopper. `Host` detects a foreign domain that resolves to this machine. `Sec-Fetch-Site` and `Origin` detect requests from
 * pages of other sites.
 */
function isOwnPage({ headers, socket }: IncomingMessage): boolean {
  const hosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort ?? ''}`);
  const { host = '', origin = `http://${host}`, 'sec-fetch-site': site = 'same-origin' } = headers;
  return hosts.includes(host) && origin === `http://${host}` && ['same-origin', 'none'].includes(site);
}

async function forward(
  store: URL,
  token: ShopServer['token'],
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url: path } = request;
  const headers = { ...forwarded(request.headers), authorization: `Bearer ${await token()}` };
  const toStore = requestOf({ host: store.hostname, port: store.port || 80, method, path, headers });
  // If the browser closes the connection, the store's response is no longer needed.
  response.once('close', () => {
    if (!response.writableFinished) toStore.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    toStore.once('response', (answer) => {
      if (response.destroyed) return;
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      // If the store's response is truncated, the response to the browser is truncated too. The client then
      // retries.
      pipeline(answer, response, () => resolve());
    });
    pipeline(request, toStore, (error) => {
      if (error) reject(error);
    });
    toStore.on('error', reject);
  });
}

/** Removes the headers of the browser's connection, and headers that the store does not use. */
function forwarded(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const left = new Set(['host', 'connection', 'cookie', 'origin', 'referer', 'authorization']);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !left.has(name)));
}

function end(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent) response.destroy();
  else response.writeHead(status, { ...security, 'content-type': 'text/plain; charset=utf-8' }).end(text);
}

const renewAfterMs = 6 * 3_600_000;

/** Caches a token. Tokens expire after 12 hours, and this function renews the cached token long before. */
export function cachedToken(
  make: () => Promise<string>,
  now: () => number = Date.now,
): () => Promise<string> {
  let cached: { token: string; at: number } | undefined;
  return async () => {
    if (cached === undefined || now() - cached.at >= renewAfterMs)
      cached = { at: now(), token: await make() };
    return cached.token;
  };
}
