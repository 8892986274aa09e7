import type { RequestListener, Server, ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { createServer, type Certified } from '#shared/platform/http/create-server.ts';
import type { SettingsOf } from '#shared/platform/settings/settings.ts';
import { detail, problems, type ProblemCode } from '#shared/contracts/errors.ts';
import { problemBody } from '../problems/problem-response.ts';
import {
  createReadingRest,
  createShutOut,
  joinPieces,
  oneAtATime,
  openSockets,
} from './connection-floods.ts';
import { limitConnections, type LimitSettings } from './connection-limits.ts';
import { readHeaders, replaceUnreadableUrl, shortenUrl } from './request-head.ts';
import { dependsOn } from './caching.ts';

const lingerMs = 1000;

const codesOfNode: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** How fast the bodies of all rejected requests together are read. */
const usualBytesPerSecond = 32 * 1024 * 1024;

/** A timer for a shorter wait would itself take longer than the wait. */
const leastWaitMs = 2;

type PublicSettings = LimitSettings &
  Pick<SettingsOf<'gateway'>, 'HEADERS_TIMEOUT_SECONDS' | 'REQUEST_TIMEOUT_SECONDS'>;

const longestCheckMs = 1000;

/** The server on the public port. It responds to an unreadable request, unless a response to an earlier request is unfinished. */
export function createPublicServer(
  app: RequestListener,
  settings: PublicSettings,
  certified: Certified,
): Server {
  const headersTimeout = settings.HEADERS_TIMEOUT_SECONDS * 1000;
  const readRefused = createReadRefused();
  const answer = oneAtATime(
    (request, response) => {
      // Node still parses a head that arrives after its 408. The client knows from the 408 that the request does nothing.
      if (request.socket.writableEnded) return;
      replaceUnreadableUrl(request);
      shortenUrl(request);
      readRefused(request, response);
      joinPieces(request, (whenOver) => rest(request.socket, whenOver));
      app(request, response);
    },
    (socket) => endFlood(socket),
  );
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout,
      requestTimeout: settings.REQUEST_TIMEOUT_SECONDS * 1000,
      // Node checks for late requests only twice a minute by default.
      connectionsCheckingInterval: Math.min(longestCheckMs, headersTimeout / 2),
      keepAliveTimeout: 65_000,
      noDelay: true,
      // Node would send a plain error for a missing host; `request-head.ts` sends a problem body instead.
      requireHostHeader: false,
    },
    certified,
    answer,
  );
  limitConnections(server, settings, certified.log);
  const socketsOf = openSockets(server);
  // Behind a proxy, a connection's address is the proxy's, so the address does not identify a client.
  const isBehindProxy = settings.TRUST_PROXY > 0;
  const endFlood = isBehindProxy ? (socket: Socket) => socket.destroy() : createShutOut(server, socketsOf);
  const rest = createReadingRest(
    (socket) => (isBehindProxy ? [] : socketsOf(socket.remoteAddress ?? '')),
    endFlood,
  );
  // Node silently ignores headers beyond this count. `request-head.ts` rejects a request that reaches this count.
  server.maxHeadersCount = readHeaders;
  server.maxRequestsPerSocket = 0;
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1), so answer the request normally.
  server.on('checkExpectation', answer);

  const openResponses = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener('request', (request, response: ServerResponse) => {
    const responses = openResponses.getOrInsertComputed(request.socket, () => new Set());
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const isAnswering = [...(openResponses.get(socket) ?? [])].some(
      (response) => response.headersSent || response.req.complete,
    );
    // The client would read an error response now as part of the response to its previous request, so close the connection.
    if (isAnswering) socket.destroy();
    else answerClientError(error, socket);
  });
  return server;
}

/**
 * If a response is sent before the whole body has arrived, the rest of the body is read slowly, because the next request
 * follows it on the connection. Call the returned function before the response.
 */
export function createReadRefused(bytesPerSecond = usualBytesPerSecond) {
  let readUntil = 0;

  return (request: IncomingMessage, response: ServerResponse): void => {
    // Runs before Node's own `finish` listener, which would read the rest at full speed.
    response.prependListener('finish', () => {
      if (request.complete) return;
      // Marks the body as being read, so that Node's listener leaves it alone.
      request.read(0);
      request.on('data', ({ length }: Buffer) => {
        const now = performance.now();
        readUntil = Math.max(readUntil, now) + (length / bytesPerSecond) * 1000;
        if (readUntil - now < leastWaitMs) return;
        request.pause();
        setTimeout(() => request.resume(), readUntil - now).unref();
      });
    });
  };
}

/** Whether an error occurred before TLS was established. A response can't reach the client then. */
const isAboutTls = ({ code = '' }: { code?: string }) => /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code);

function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAboutTls(error)) {
    socket.destroy();
    return;
  }
  const code = codesOfNode[error.code ?? ''] ?? 'malformed_query';
  const { status, title } = problems[code];
  const requestId = randomUUID();
  const details = { code, ...(code === 'malformed_query' && detail('not_http')) };
  const body = JSON.stringify(problemBody(details, { language: 'en', instance: '', requestId }));
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Cache-Control: no-store\r\nVary: ${dependsOn}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Closing immediately, while request bytes are unread, would reset the connection and lose the response.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
