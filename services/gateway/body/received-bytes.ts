/** What of a body has come: the first `size` of `bytes`, which may have room for more. */
export interface ReceivedBytes {
  bytes: Buffer;
  size: number;
  /** Its memory was taken here, and nobody else has a part of it. */
  isOwn: boolean;
}

const leastRoom = 1024;

/** What one read of a connection gives at most: a longer body has come in several pieces, and was copied together. */
export const largestPiece = 64 * 1024;

export const nothing: ReceivedBytes = { bytes: Buffer.alloc(0), size: 0, isOwn: false };

/**
 * With a chunk that came after it; what was passed in is of no use afterwards. Clients may write a body in as many pieces as they
 * like, an object for each of which would weigh a hundred times its bytes: they are copied together. A body of one chunk is not copied.
 * `most` is what may come in all, where that is known.
 */
export function withChunk(received: ReceivedBytes, chunk: Buffer, most = Infinity): ReceivedBytes {
  const { bytes, size, isOwn } = received;
  if (size === 0) return { bytes: chunk, size: chunk.length, isOwn: false };
  const together = size + chunk.length;
  let room = bytes;
  if (together > bytes.length) {
    // Twice as much each time: a byte is copied twice on average, however small the pieces are.
    room = Buffer.allocUnsafeSlow(Math.max(together, Math.min(2 * together, most), leastRoom));
    bytes.copy(room, 0, 0, size);
    giveBack(received);
  }
  chunk.copy(room, size);
  return { bytes: room, size: together, isOwn: isOwn || room !== bytes };
}

export function giveBack({ bytes, isOwn }: ReceivedBytes): void {
  if (isOwn) free(bytes);
}

/** Frees, at once, memory of which nobody else has a part: very much may come before it is looked for what is of no use any more. */
export function free({ buffer }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && !buffer.detached) buffer.transfer(0);
}
