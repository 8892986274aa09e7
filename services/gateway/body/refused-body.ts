import type { IncomingMessage, ServerResponse } from 'node:http';

/** Of all bodies together that are read for nothing. */
const bytesPerMs = 64 * 1024;

/** Until when what was read of such bodies is paid for. */
let takenUntil = 0;

/**
 * What comes of a body after its request was answered is read slowly, all such bodies together: it has to be, for the connection to go
 * on, but the answers of others don't wait for it.
 */
export function readRefusedSlowly(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const { socket } = request;
    let isResting = false;
    const rest = (chunk: Buffer) => {
      if (request.complete) socket.off('data', rest);
      const now = performance.now();
      takenUntil = Math.max(takenUntil, now) + chunk.length / bytesPerMs;
      if (isResting || takenUntil - now < 1) return;
      isResting = true;
      socket.pause();
      setTimeout(() => {
        isResting = false;
        socket.resume();
      }, takenUntil - now);
    };
    socket.on('data', rest);
  });
}
