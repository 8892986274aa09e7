import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Asked = [request: IncomingMessage, response: ServerResponse];

interface Connection {
  isAnswering: boolean;
  waiting: Asked[];
  /** The queue of waiting requests was full once. Later requests of this connection get no response. */
  isFull: boolean;
  left: number;
}

/** No ordinary client pipelines more requests than this. */
const mostWaiting = 32;
/** Even without responses, parsing this many requests takes longer than answering a few. */
const flood = 200;

/**
 * Requests of other connections are processed in between, so that no connection can block the others. After `mostWaiting` waiting
 * requests, the connection gets no further responses, and its last response carries `Connection: close`. After `flood` further
 * requests, `onFlood` is called.
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
    // Without keep-alive, Node sends `Connection: close` with this response, the last one.
    if (connection.isFull) response.shouldKeepAlive = false;
  };
}
