import type { IncomingMessage, ServerResponse } from 'node:http';

/** Of all refused bodies together. */
const usualBytesPerSecond = 32 * 1024 * 1024;
/** A timer for less takes longer than it waits. */
const leastWaitMs = 2;

/**
 * Has what is left of a body be read when its request was answered without it, as the connection's next request comes after it: slowly,
 * because whoever sends bodies for nothing could otherwise keep everybody waiting. Call it before the request is answered.
 */
export type ReadRefused = (request: IncomingMessage, response: ServerResponse) => void;

export function createReadRefused(bytesPerSecond = usualBytesPerSecond): ReadRefused {
  let readUntil = 0;

  return (request, response) => {
    // Before Node's own listener, which would have the rest read as fast as it comes.
    response.prependListener('finish', () => {
      if (request.complete) return;
      // Tells that listener that somebody reads it.
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
