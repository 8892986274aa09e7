import type { IncomingMessage, ServerResponse } from 'node:http';

/** The rate for all bodies of rejected requests together. */
const usualBytesPerSecond = 32 * 1024 * 1024;
/** For a shorter wait, the timer itself would take longer than the wait. */
const leastWaitMs = 2;

/**
 * Reads the rest of a request's body after the response was sent without it, because the next request follows the body on the
 * connection. It reads slowly, so that such bodies don't delay other clients. Call this before the response is sent.
 */
export type ReadRefused = (request: IncomingMessage, response: ServerResponse) => void;

export function createReadRefused(bytesPerSecond = usualBytesPerSecond): ReadRefused {
  let readUntil = 0;

  return (request, response) => {
    // Runs before Node's own `finish` listener, which would read the rest at full speed.
    response.prependListener('finish', () => {
      if (request.complete) return;
      // Marks the body as being read, so that Node's listener leaves it alone.
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
