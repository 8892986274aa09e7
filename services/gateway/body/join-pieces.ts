import type { IncomingMessage } from 'node:http';
import { nothing, withChunk } from './received-bytes.ts';

const manyPieces = 512;
const smallBytes = 32;

/**
 * Joins the HTTP chunks that arrive in one read of the connection. One read may contain ten thousand chunks, and a small chunk
 * costs as much time and memory as a large one. After `manyPieces` small chunks, reading pauses until `rest` calls back.
 */
export function joinPieces(request: IncomingMessage, rest: (whenOver: () => void) => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let [joined, pieces, isResting, isEnded] = [nothing, 0, false, false];

  function flush(): void {
    if (isResting) return;
    const { bytes, size } = joined;
    [joined, pieces] = [nothing, 0];
    // The request's buffer is full, so pause the connection. The request resumes it once the buffered data is consumed.
    if (size > 0 && !push(bytes.subarray(0, size))) request.socket.pause();
    if (isEnded) push(null);
  }

  request.push = (piece: Buffer | null) => {
    // Node runs `nextTick` callbacks after each chunk. It runs `setImmediate` callbacks only after it has parsed the whole read.
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
    // `false` stops reading the connection. The request doesn't resume reading, because nothing was pushed yet.
    return !isResting;
  };
}
