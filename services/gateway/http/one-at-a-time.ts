import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Asked = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  isAnswering: boolean;
  waiting: Asked[];
  /** The connection sent too many requests: later ones are not answered. */
  isFull: boolean;
  left: number;
}

/** More requests than a pipelining client sends ahead. */
const mostWaiting = 32;
/** Merely reading this many requests takes longer than answering some. */
const flood = 200;

/**
 * Answers a connection's requests one after the other, with those of other connections in between, so that one connection can't
 * block the others. After too many the connection ends, as its last answer announces. `onFlood` is called for one that sent very
 * many.
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
    // Sends `Connection: close` with the last answer.
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}
