import type { IncomingMessage, ServerResponse } from 'node:http';

/** For all refused bodies together. */
const usualBytesPerSecond = 32 * 1024 * 1024;
/** A timer for a shorter wait takes longer than the wait. */
const leastWaitMs = 2;

/**
 * Reads the rest of a body whose request was answered without it, because the connection's next request comes after it. It reads
 * slowly, so that such bodies don't delay other clients. Call this before the request is answered.
 */
export type ReadRefused = (request: IncomingMessage, response: ServerResponse) => void;

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
