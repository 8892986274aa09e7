import type { IncomingMessage } from 'node:http';
import { nothing, withChunk } from './received-bytes.ts';

const manyPieces = 512;
const smallBytes = 32;

/**
 * Has the pieces of a chunked body that are read together arrive as one: each takes as long and weighs as much as a large one, and what
 * is read of a connection at once holds up to ten thousand. Very many small ones arrive when `rest` lets them, and nothing is
 * read until then. Clients may write a body in as many pieces as they like.
 */
export function joinPieces(request: IncomingMessage, rest: (whenOver: () => void) => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let [joined, pieces, isResting, isEnded] = [nothing, 0, false, false];

  function flush(): void {
    if (isResting) return;
    const { bytes, size } = joined;
    [joined, pieces] = [nothing, 0];
    // What a request may keep unread is full: it has its connection read on when it is taken.
    if (size > 0 && !push(bytes.subarray(0, size))) request.socket.pause();
    if (isEnded) push(null);
  }

  request.push = (piece: Buffer | null) => {
    // Node runs what is due next after each piece, and this when all that was read is through.
    if (pieces === 0) setImmediate(flush);
    pieces += 1;
    if (piece === null) isEnded = true;
    else joined = withChunk(joined, piece);
    if (pieces === manyPieces && joined.size < manyPieces * smallBytes) {
      isResting = true;
      rest(() => {
        isResting = false;
        flush();
      });
    }
    // As nothing arrived at the request, it doesn't have its connection read on.
    return !isResting;
  };
}
