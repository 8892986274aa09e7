import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Asked = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  isAnswering: boolean;
  waiting: Asked[];
  /** The connection sent too many requests, so its later requests get no response. */
  isFull: boolean;
  left: number;
}

/** No pipelining client sends more requests ahead than this. */
const mostWaiting = 32;
/** Parsing this many requests alone takes longer than answering a few. */
const flood = 200;

/**
 * Answers the requests of one connection one after the other. Requests of other connections are processed in between, so that
 * no connection can block the others. After too many requests the connection ends; its last response carries `Connection:
 * close`. `onFlood` is called for a connection that sent very many requests.
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
    const connection = connections.get(socket) ?? { isAnswering: false, waiting: [], isFull: false, left: 0 };
    connections.set(socket, connection);
    if (connection.isFull) {
      connection.left += 1;
      if (connection.left === flood) onFlood(socket);
      return;
    }
    if (!connection.isAnswering) {
      begin(connection, [request, response]);
      return;
    }
    connection.waiting.push([request, response]);
    connection.isFull = connection.waiting.length === mostWaiting;
    // Makes the last response carry `Connection: close`.
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}
