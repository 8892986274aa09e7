import type { IncomingMessage, ServerResponse } from 'node:http';

/** What may be on its way when its client hears that it was refused. */
const mostAfterAnswer = 256 * 1024;
const lingerMs = 1000;

/**
 * Whoever was answered before its body had come may send some of the rest, so that the connection goes on; with more it ends. Nothing is
 * read for as long as its client may need to hear the answer.
 */
export function endUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  response.once('finish', () => {
    if (request.complete) return;
    const most = socket.bytesRead + mostAfterAnswer;
    const count = () => {
      if (request.complete) socket.off('data', count);
      else if (socket.bytesRead > most) {
        socket.off('data', count);
        setImmediate(() => socket.pause());
        setTimeout(() => socket.destroy(), lingerMs).unref();
      }
    };
    socket.on('data', count);
  });
}
