import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { connectionEvent } from '#shared/platform/http/create-server.ts';
import { nothing, withChunk } from '../body/received-bytes.ts';
import { countedAddress } from '../limits/client-address.ts';

type Asked = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  isAnswering: boolean;
  waiting: Asked[];
  /** Whether the queue of waiting requests was ever full. If so, later requests of this connection get no response. */
  isFull: boolean;
  /** How many requests got no response. */
  ignored: number;
}

/** No ordinary client pipelines more requests than this. */
const mostWaiting = 32;
/** After this many requests without a response the connection is closed, because parsing requests takes time too. */
const flood = 200;

/**
 * Processes the requests of a connection one at a time, and requests of other connections in between, so that no connection
 * can block the others. Once `mostWaiting` requests wait, later requests of the connection get no response, and the last
 * response carries `Connection: close`. After `flood` such requests, `onFlood` is called.
 */
export function oneAtATime(answer: RequestListener, onFlood: (socket: Socket) => void): RequestListener {
  const connections = new WeakMap<Socket, Connection>();

  function begin(connection: Connection, [request, response]: Asked): void {
    connection.isAnswering = true;
    response.once('close', () => {
      const next = connection.waiting.shift();
      if (next && !request.socket.destroyed) setImmediate(() => begin(connection, next));
      else connection.isAnswering = false;
    });
    answer(request, response);
  }

  return (request, response) => {
    const { socket } = request;
    const connection = connections.getOrInsertComputed(socket, () => ({
      isAnswering: false,
      waiting: [],
      isFull: false,
      ignored: 0,
    }));
    if (connection.isFull) {
      connection.ignored += 1;
      if (connection.ignored === flood) onFlood(socket);
      return;
    }
    if (!connection.isAnswering) {
      begin(connection, [request, response]);
      return;
    }
    connection.waiting.push([request, response]);
    connection.isFull = connection.waiting.length === mostWaiting;
    // Without keep-alive, Node sends `Connection: close` with this response, the last one.
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}

const manyPieces = 512;
const smallBytes = 32;

/**
 * Joins the HTTP chunks that arrive in one read of the connection. One read may contain ten thousand chunks, and a small chunk
 * costs as much time and memory as a large one. After `manyPieces` small chunks, reading pauses until `rest` calls back.
 */
export function joinPieces(request: IncomingMessage, rest: (whenOver: () => void) => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let [joined, pieces, isResting, isEnded] = [nothing, 0, false, false];

  function flush(): void {
    if (isResting) return;
    const { bytes, size } = joined;
    [joined, pieces] = [nothing, 0];
    // The request's buffer is full, so pause the connection. The request resumes the connection once the buffered data is
    // consumed.
    if (size > 0 && !push(bytes.subarray(0, size))) request.socket.pause();
    if (isEnded) push(null);
  }

  request.push = (piece: Buffer | null) => {
    // Unlike `nextTick`, `setImmediate` runs only after Node has parsed the whole read.
    if (pieces === 0) setImmediate(flush);
    pieces += 1;
    if (piece === null) isEnded = true;
    else joined = withChunk(joined, piece);
    if (pieces === manyPieces && joined.size < manyPieces * smallBytes) {
      isResting = true;
      rest(() => {
        isResting = false;
        flush();
      });
    }
    // `false` stops reading the connection. The request doesn't resume reading, because nothing was pushed yet.
    return !isResting;
  };
}

/** How long a connection pauses, as a multiple of the time that the gateway spent on reading from the connection. */
const restPerWork = 3;
/** If a pause would be longer than this (in ms), the sender floods the gateway. No ordinary client sends so much at once. */
const longestQueueMs = 300;

/**
 * Call the returned function while the gateway processes a costly read of a connection. It calls `whenOver` after a pause of at
 * least three times the reading time. All connections of an address pause together, because each can send as much. If the pause
 * gets too long, it calls `onFlood`.
 */
export function createReadingRest(
  neighboursOf: (socket: Socket) => Iterable<Socket>,
  onFlood: (socket: Socket) => void,
): (socket: Socket, whenOver: () => void) => void {
  let takenUntil = 0;
  const resting = new Set<Socket>();

  return (socket, whenOver) => {
    const startedAt = performance.now();
    resting.add(socket);
    const held = [...neighboursOf(socket)].filter((neighbour) => !resting.has(neighbour));
    for (const neighbour of held) neighbour.pause();
    setImmediate(() => {
      const now = performance.now();
      if (takenUntil - now > longestQueueMs) onFlood(socket);
      takenUntil = Math.max(takenUntil, now) + restPerWork * (now - startedAt);
      setTimeout(() => {
        resting.delete(socket);
        for (const neighbour of held) if (!resting.has(neighbour)) neighbour.resume();
        whenOver();
      }, takenUntil - now);
    });
  };
}

const shutOutMs = 10_000;

/** The returned function closes all connections from a socket's address, and rejects new ones for `shutOutMs`. */
export function createShutOut(server: Server, socketsOf: SocketsOf): (socket: Socket) => void {
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

/** Returns the open connections from an address, in any form that `countedAddress` accepts. */
type SocketsOf = (address: string) => Iterable<Socket>;

export function openSockets(server: Server): SocketsOf {
  const open = new Map<string, Set<Socket>>();
  server.on(connectionEvent(server), (socket) => {
    const address = countedAddress(socket.remoteAddress ?? '');
    const sockets = open.getOrInsertComputed(address, () => new Set());
    sockets.add(socket);
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) open.delete(address);
    });
  });
  return (address) => open.get(countedAddress(address)) ?? [];
}
