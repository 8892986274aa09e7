import type { RequestListener, Server, ServerResponse, IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { createServer, type Certified, connectionEvent } from '#shared/http/create-server.ts';
import { problems, type ProblemCode } from '#shared/errors.ts';
import { joinPieces } from '../body/join-pieces.ts';
import { limitConnections, type ConnectionLimits } from './connection-limits.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { createReadingRest } from './reading-rest.ts';
import { readHeaders, replaceUnreadableUrl, shortenUrl } from './request-head.ts';
import { countedAddress } from '../limits/client-address.ts';
import { dependsOn } from './caching.ts';
import { problemBody } from '../problems/problem-response.ts';

const lingerMs = 1000;

const codesOfNode: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'header_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** For all refused bodies together. */
const usualBytesPerSecond = 32 * 1024 * 1024;

/** A timer for a shorter wait takes longer than the wait. */
const leastWaitMs = 2;

const shutOutMs = 10_000;

interface PublicLimits extends ConnectionLimits {
  /** The time for all headers of a request to arrive. */
  headersTimeoutMs: number;
  /** The time for a whole request to arrive, its body included. */
  requestTimeoutMs: number;
  /** Behind a proxy the address of a connection is not that of a client. */
  isBehindProxy: boolean;
}

const longestCheckMs = 1000;

/**
 * The server that the internet reaches: strict about HTTP, with a bound on every wait. A request that can't be parsed is
 * refused in the contract's shape, and never in the middle of another answer.
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
      // Node's default is to check for late requests only twice a minute.
      connectionsCheckingInterval: Math.min(longestCheckMs, limits.headersTimeoutMs / 2),
      keepAliveTimeout: 65_000,
      noDelay: true,
      // `request-head.ts` refuses a missing host, with a problem body.
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
  // Node silently drops headers beyond this count; `request-head.ts` refuses a request that reaches it.
  server.maxHeadersCount = readHeaders;
  server.maxRequestsPerSocket = 0;
  // Expectations other than 100-continue may be ignored (RFC 9110, 10.1.1).
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
    // The client would take a refusal now for the answer to its previous request, or for a part of it.
    if (isAnswering) socket.destroy();
    else answerClientError(error, socket);
  });
  return server;
}

/**
 * Blocks the address of a connection: ends its connections to this server, and new ones for some seconds. For clients that send
 * so much at once that merely reading it delays others.
 */
type ShutOut = (socket: Socket) => void;

function createShutOut(server: Server, socketsOf: SocketsOf): ShutOut {
  const until = new Map<string, number>();

  server.on('connection', (socket) => {
    if ((until.get(countedAddress(socket.remoteAddress ?? '')) ?? 0) > performance.now()) socket.destroy();
  });

  return ({ remoteAddress }) => {
    if (remoteAddress === undefined) return;
    const now = performance.now();
    for (const [address, end] of until) if (end <= now) until.delete(address);
    until.set(countedAddress(remoteAddress), now + shutOutMs);
    for (const socket of socketsOf(remoteAddress)) socket.destroy();
  };
}

/**
 * Reads the rest of a body whose request was answered without it, because the connection's next request comes after it. It reads
 * slowly, so that such bodies don't delay other clients. Call this before the request is answered.
 */
type ReadRefused = (request: IncomingMessage, response: ServerResponse) => void;

export function createReadRefused(bytesPerSecond = usualBytesPerSecond): ReadRefused {
  let readUntil = 0;

  return (request, response) => {
    // Runs before Node's own listener, which would read the rest at full speed.
    response.prependListener('finish', () => {
      if (request.complete) return;
      // Shows that listener that the body is being read.
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

/** Without TLS established, an answer would not arrive. */
const isAboutTls = ({ code = '' }: { code?: string }) => /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(code);

/** Answers a request that Node can't parse with a problem body, as any other, and closes the connection. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAboutTls(error)) {
    socket.destroy();
    return;
  }
  const code = codesOfNode[error.code ?? ''] ?? 'malformed_query';
  const { status, title } = problems[code];
  const requestId = randomUUID();
  const detail = code === 'malformed_query' ? { detail: 'The request is not HTTP that can be read.' } : {};
  const body = JSON.stringify(problemBody({ code, ...detail }, { language: 'en', instance: '', requestId }));
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/json; charset=utf-8\r\nX-Request-Id: ${requestId}\r\n` +
      `Cache-Control: no-store\r\nVary: ${dependsOn}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Closing at once, with bytes of the request unread, would reset the connection and lose the answer.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** The open connections of a server from an address (as `countedAddress` counts it). */
type SocketsOf = (address: string) => Iterable<Socket>;

function openSockets(server: Server): SocketsOf {
  const open = new Map<string, Set<Socket>>();
  server.on(connectionEvent(server), (socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    const sockets = open.get(address) ?? new Set();
    open.set(address, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(address);
    });
  });
  return (address) => open.get(countedAddress(address)) ?? [];
}
