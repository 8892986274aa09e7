import type { RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createServer, type Certified } from '#shared/http/create-server.ts';
import { joinPieces } from '../body/join-pieces.ts';
import { answerClientError } from './client-error.ts';
import { limitConnections, type ConnectionLimits } from './connection-limits.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { openSockets } from './open-sockets.ts';
import { createReadingRest } from './reading-rest.ts';
import { createReadRefused } from './refused-body.ts';
import { readHeaders, replaceUnreadableUrl, shortenUrl } from './request-head.ts';
import { createShutOut } from './shut-out.ts';

interface PublicLimits extends ConnectionLimits {
  /** How long the headers of a request may take to arrive. */
  headersTimeoutMs: number;
  /** How long a whole request may take to arrive, including its body. */
  requestTimeoutMs: number;
  /** Behind a proxy, a connection's address is the proxy's, so it does not identify a client. */
  isBehindProxy: boolean;
}

const longestCheckMs = 1000;

/**
 * The server that faces the internet. It is strict about HTTP and limits every wait. A request that can't be parsed gets a
 * problem body, but never in the middle of another response.
 */
export function createPublicServer(app: RequestListener, limits: PublicLimits, certified: Certified): Server {
  const readRefused = createReadRefused();
  const answer = oneAtATime(
    (request, response) => {
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
      headersTimeout: limits.headersTimeoutMs,
      requestTimeout: limits.requestTimeoutMs,
      // Node's default checks for late requests only twice a minute.
      connectionsCheckingInterval: Math.min(longestCheckMs, limits.headersTimeoutMs / 2),
      keepAliveTimeout: 65_000,
      noDelay: true,
      // Node would send a plain error for a missing host; `request-head.ts` sends a problem body instead.
      requireHostHeader: false,
    },
    certified,
    answer,
  );
  limitConnections(server, limits, certified.log);
  const socketsOf = openSockets(server);
  const { isBehindProxy } = limits;
  const endFlood = isBehindProxy ? (socket: Socket) => socket.destroy() : createShutOut(server, socketsOf);
  const rest = createReadingRest(
    (socket) => (isBehindProxy ? [] : socketsOf(socket.remoteAddress ?? '')),
    endFlood,
  );
  // Node silently ignores headers beyond this count. `request-head.ts` rejects a request that reaches it.
  server.maxHeadersCount = readHeaders;
  server.maxRequestsPerSocket = 0;
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1), so answer the request normally.
  server.on('checkExpectation', answer);

  const openResponses = new WeakMap<Socket, Set<ServerResponse>>();
  server.prependListener('request', (request, response: ServerResponse) => {
    const responses = openResponses.get(request.socket) ?? new Set();
    openResponses.set(request.socket, responses.add(response));
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
