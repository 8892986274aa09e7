import type { IncomingMessage } from 'node:http';

/** Emitted by a request whose connection was ended because too many like it came at once. */
export const tooManySmallPieces = 'tooManySmallPieces';

const manyPieces = 512;
const smallBytes = 32;
/** How much longer than they were read such bodies rest, all in turn. */
const restPerWork = 2;
/** Nobody writes so many bodies of small pieces at once. */
const longestQueueMs = 300;

/** Until when the bodies that rest are read, one after the other. */
let takenUntil = 0;

/**
 * Watches the pieces of a body. Each takes as long as a large one, and what is read of a connection at once has up to ten thousand:
 * after very many small ones it rests, so that all such bodies together take a third of the time. Clients may write a body in
 * as many pieces as they like.
 */
export function restAfterSmallPieces(request: IncomingMessage): (bytes: number) => void {
  const { socket } = request;
  let [pieces, bytes] = [0, 0];
  let isResting = false;

  function rest(workedMs: number): void {
    const now = performance.now();
    if (takenUntil - now > longestQueueMs) {
      request.emit(tooManySmallPieces);
      socket.destroy();
      return;
    }
    takenUntil = Math.max(takenUntil, now) + (1 + restPerWork) * workedMs;
    setTimeout(() => {
      isResting = false;
      socket.resume();
    }, takenUntil - now);
  }

  return (length) => {
    pieces += 1;
    bytes += length;
    if (!isResting && pieces < manyPieces) return;
    if (!isResting) {
      isResting = bytes / pieces < smallBytes;
      [pieces, bytes] = [0, 0];
      if (!isResting) return;
      const startedAt = performance.now();
      // When all that was read with it has been passed on.
      setImmediate(() => rest(performance.now() - startedAt));
    }
    // Two ticks after each piece Node has the connection read on: the pause comes after that, and before the system is asked for more.
    process.nextTick(() => process.nextTick(() => socket.pause()));
  };
}
