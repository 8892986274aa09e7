import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Asked = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  isAnswering: boolean;
  waiting: Asked[];
  /** It has sent too many: what comes after them is not answered. */
  isFull: boolean;
  left: number;
}

/** More than clients that pipeline have under way. */
const mostWaiting = 32;
/** Reading so many takes longer than answering some. */
const flood = 200;

/**
 * Answers the requests of a connection one after the other, and those of other connections in between: one connection can't send so
 * many at once that nobody else is heard. After too many the connection ends, which its client learns from the last answer;
 * `onFlood` hears of one that sent very many.
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
    // Says so in its head.
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}
